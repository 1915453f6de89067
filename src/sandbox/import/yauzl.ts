/** What reads zips, loaded when the first one is imported. */
export { fromBufferPromise, getFileNameLowLevel, validateFileName } from 'yauzl';
