import { register as attachments } from './attachments/index.ts';
import { register as comments } from './comments/index.ts';
import { register as content } from './content/index.ts';
import { register as editorLinks } from './editorLinks/index.ts';
import { register as files } from './files.ts';
import { register as links } from './links/index.ts';
import { register as preview } from './preview/index.ts';
import { register as requests } from './requests/index.ts';
import { register as reviewLists } from './reviewList/index.ts';
import { register as reviewPage } from './reviewPage/index.ts';
import { register as reviewing } from './reviews/index.ts';
import { register as search } from './search/index.ts';
import { register as session } from './session/index.ts';
import { register as tree } from './tree/index.ts';
import { register as writing } from './writing/index.ts';

/** All features, in the order of registration. */
export const features = [
  session,
  tree,
  files,
  content,
  writing,
  attachments,
  links,
  preview,
  comments,
  reviewing,
  reviewPage,
  reviewLists,
  search,
  requests,
  editorLinks,
];
