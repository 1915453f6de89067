// Stands in for the unpacking of WOFF 2 fonts, whose dictionary would be a third of pdf.js: printed are TrueType fonts.
module.exports = () => {
  throw new Error('Only TrueType fonts are read.');
};
