// Stands in for what is never used.
module.exports = {};
