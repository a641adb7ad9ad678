// In the page of an engine whose driver tells nothing of its console: keeps what failed, from before the page's own scripts.
(() => {
  const problems = [];
  window.walkProblems = problems;
  const logged = console.error;
  console.error = (...parts) => {
    problems.push(`console: ${parts.map(String).join(' ')}`);
    logged(...parts);
  };
  window.addEventListener(
    'error',
    ({ target, message }) => {
      const address = target === window ? undefined : (target.src ?? target.href);
      problems.push(address ? `request: ${address}` : `exception: ${message}`);
    },
    true,
  );
  window.addEventListener('unhandledrejection', ({ reason }) => problems.push(`exception: ${reason}`));
  window.addEventListener('securitypolicyviolation', ({ blockedURI, violatedDirective }) => {
    problems.push(`console: ${violatedDirective} ${blockedURI}`);
  });
  const ask = window.fetch;
  window.fetch = async (...request) => {
    const answer = await ask(...request);
    if (answer.status >= 400) problems.push(`request: ${answer.status} ${answer.url}`);
    return answer;
  };
})();
