import * as comments from './comments/index.ts';
import * as content from './content/index.ts';
import * as editorLinks from './editorLinks/index.ts';
import * as files from './files.ts';
import * as preview from './preview/index.ts';
import * as reviewLists from './reviewList/index.ts';
import * as reviewPage from './reviewPage/index.ts';
import * as reviewing from './reviews/index.ts';
import * as search from './search/index.ts';
import * as session from './session/index.ts';
import * as tree from './tree/index.ts';

/** Whatever shows something, or waits for somebody to do something, in the order in which it is registered. */
export const features = [
  session,
  tree,
  files,
  content,
  preview,
  comments,
  reviewing,
  reviewPage,
  reviewLists,
  search,
  editorLinks,
];
