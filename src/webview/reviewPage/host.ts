/// <reference lib="dom" />
import type { FromPage, LayoutMode } from './messages.ts';
import type { ReadPlace } from './pages/pageView.ts';

declare function acquireVsCodeApi(): {
  postMessage(message: FromPage): void;
  getState(): unknown;
  setState(state: unknown): void;
};

/** The state of the page that survives a reload. */
export interface SavedState {
  connection?: string;
  space?: string;
  number?: number;
  /** The shown revision, and the revision since which changes are marked. */
  drawn?: string | undefined;
  previous?: string | undefined;
  mode?: LayoutMode;
  isWhole?: boolean;
  /** True if changes that do not alter the rendered text are shown. */
  isSpellingShown?: boolean;
  areViewedHidden?: boolean;
  /** The ID of the chosen conversation filter. */
  filter?: string;
  /** True if the *Finish Review* dialog is open. */
  isFinishing?: boolean;
  /** The scroll position. */
  at?: ReadPlace | undefined;
}

const vscode = acquireVsCodeApi();

export const savedState: Readonly<SavedState> = (vscode.getState() ?? {}) as SavedState;

/** Sends a message to the extension. */
export function postMessage(message: FromPage): void {
  vscode.postMessage(message);
}

export function saveState(change: SavedState): void {
  vscode.setState(Object.assign(savedState, change));
}
