// Where texts are kept that the service does not have. Known before anything that reads them is loaded.

/** In the storage of the extension. */
export const draftsFolder = 'drafts';
/** In that: what is held back until a review is finished, and belongs to all windows. */
export const pendingFolder = 'pending';
