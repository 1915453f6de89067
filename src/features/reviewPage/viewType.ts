/** The webview type of review pages. */
export const viewType = 'marginalia.reviewPage';
