/** What compiles checks, loaded when the first request is checked. */
export { Ajv2020 } from 'ajv/dist/2020.js';
export { default as formats } from 'ajv-formats';
