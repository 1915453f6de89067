// Stands in for undici in the bundle: the half of it that src/api/http.ts uses, without fetch, WebSockets, caches and
// mocks. test/project/bundle.test.ts sends requests through what is bundled.
const Dispatcher = require('undici/lib/dispatcher/dispatcher.js');

// As undici's own index does.
Dispatcher.prototype.request = require('undici/lib/api/api-request.js');
// By which a proxy is asked for the way to a server with https.
Dispatcher.prototype.connect = require('undici/lib/api/api-connect.js');

module.exports = {
  Agent: require('undici/lib/dispatcher/agent.js'),
  EnvHttpProxyAgent: require('undici/lib/dispatcher/env-http-proxy-agent.js'),
  interceptors: {
    decompress: require('undici/lib/interceptor/decompress.js'),
    redirect: require('undici/lib/interceptor/redirect.js'),
    retry: require('undici/lib/interceptor/retry.js'),
  },
};
