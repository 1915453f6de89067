import { type Message, number, reader, text, whole } from '../checks.ts';

/** A diagram to be drawn. */
export interface DrawingRequest {
  id: number;
  source: string;
  isDark: boolean;
  /** The font of its texts, as in CSS. */
  fontFamily: string;
}

/** What the frame tells the page. */
export type FromFrame = Message<typeof outgoing>;
const outgoing = {
  ready: {},
  /** A picture, and its size in pixels. */
  drawn: { id: whole, svg: text, width: number, height: number },
  failed: { id: whole, why: text },
};

/** Reads what came from the frame: a diagram may have got it to say anything. */
export const fromFrame = reader(outgoing);
