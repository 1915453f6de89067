// Stands in for decode-named-character-reference, which brings a list of all names: the reader of HTML has them, too.
const { decodeHTMLStrict } = require('entities/decode');

exports.decodeNamedCharacterReference = name => {
  const decoded = decodeHTMLStrict(`&${name};`);
  return decoded === `&${name};` ? false : decoded;
};
