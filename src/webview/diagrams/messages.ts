import { type Message, number, messageParser, text, wholeNumber } from '../typeGuards.ts';

export interface DrawingRequest {
  id: number;
  source: string;
  isDark: boolean;
  /** The CSS font family of the diagram's text. */
  fontFamily: string;
}

/** A message from the diagram frame to the page. */
export type FromFrame = Message<typeof outgoing>;
const outgoing = {
  ready: {},
  /** A drawn diagram, with its size in pixels. */
  drawn: { id: wholeNumber, svg: text, width: number, height: number },
  failed: { id: wholeNumber, why: text },
};

/**
 * Parses a message of the frame. Returns undefined if it is malformed, since a script in a diagram could send anything.
 */
export const fromFrame = messageParser(outgoing);
