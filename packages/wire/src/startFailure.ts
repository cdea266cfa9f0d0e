/**
 * Script that explains why a page stays empty. Each visible page loads it before its own script, so it also runs in
 * browsers that cannot read that script: it is written in ES5 and uses nothing that Internet Explorer 11 lacks.
 *
 * It does nothing once the page has drawn something. It handles a script that does not load, that the browser cannot
 * parse, or that throws; a browser without modules; and a page of the frame that was opened on its own.
 */
export const startFailureScript = `(function () {
  'use strict';
  var texts = {
    load: 'This page could not load. Check your connection, then reload the page.',
    browser: 'This page does not work in this browser. Update it, or open the page in another browser.',
    alone: 'This page cannot be opened on its own. Go back to the app you came from.'
  };
  function tell(text) {
    var body = document.body;
    if (document.readyState === 'loading' || !body) {
      document.addEventListener('DOMContentLoaded', function () { tell(text); });
      return;
    }
    if (body.querySelector(':not(noscript):not(script)')) return;
    var line = document.createElement('p');
    line.setAttribute('role', 'alert');
    line.style.cssText = 'margin: 32px auto; max-width: 420px; padding: 0 24px; font: 16px/24px system-ui, sans-serif; text-align: center';
    line.appendChild(document.createTextNode(text));
    body.appendChild(line);
  }
  window.addEventListener('error', function (event) {
    var target = event.target;
    var isLoad = target && target !== window && target.nodeName;
    if (!isLoad || target.nodeName === 'SCRIPT') tell(isLoad ? texts.load : texts.browser);
  }, true);
  window.addEventListener('load', function () {
    if (window.parent === window) tell(texts.alone);
  });
  if (!('noModule' in document.createElement('script'))) tell(texts.browser);
})();
`;
