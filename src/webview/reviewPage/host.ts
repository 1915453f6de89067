/// <reference lib="dom" />
import type { FromPage, Mode } from './messages.ts';
import type { ReadPlace } from './pages/pageView.ts';

declare function acquireVsCodeApi(): {
  postMessage(message: FromPage): void;
  getState(): unknown;
  setState(state: unknown): void;
};

/** What the page has again after a reload. */
export interface SavedState {
  connection?: string;
  space?: string;
  number?: number;
  /** The revision that was shown, and the one since which changes were marked. */
  drawn?: string | undefined;
  previous?: string | undefined;
  mode?: Mode;
  isWhole?: boolean;
  /** Whether changes are shown that readers do not see. */
  isSpellingShown?: boolean;
  areViewedHidden?: boolean;
  /** Which conversations are shown. */
  filter?: string;
  /** Whether *Finish Review* is open. */
  isFinishing?: boolean;
  /** What was read, and where it stood. */
  at?: ReadPlace | undefined;
}

const vscode = acquireVsCodeApi();

export const savedState: Readonly<SavedState> = (vscode.getState() ?? {}) as SavedState;

/** Sends a message to the extension. */
export function tell(message: FromPage): void {
  vscode.postMessage(message);
}

export function keep(change: SavedState): void {
  vscode.setState(Object.assign(savedState, change));
}
