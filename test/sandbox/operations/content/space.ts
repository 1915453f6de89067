import { png } from '../../png.ts';

export const picture = png(3, 2);

/** The files of a space with pages of every kind. */
export const files = {
  'SUMMARY.md':
    '* [Start](README.md)\n* [Guide](guide/README.md)\n  * [Setup](guide/setup.md)\n\n## More\n\n* [Last](last.md)\n',
  'README.md': 'Welcome.\n\n![Picture](.gitbook/assets/picture%201.png)\n',
  'guide/README.md': 'Go to [setup](setup.md#first).\n',
  'guide/setup.md': '## First\n\nDo it.\n\n- one\n- two\n',
  'last.md': 'The [guide](guide/README.md).\n',
  '.gitbook/assets/picture 1.png': picture,
};
