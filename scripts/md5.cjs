// Stands in for js-md5 in what prints PDFs: Node has the same.
const { createHash } = require('node:crypto');

const md5 = data => createHash('md5').update(data).digest('hex');
md5.arrayBuffer = data => new Uint8Array(createHash('md5').update(data).digest()).buffer;

module.exports = md5;
