export const inboxScript = `
const refresh = async () => {
  const reply = await fetch(location.href).catch(() => null);
  document.documentElement.toggleAttribute('data-offline', reply === null);
  if (!reply?.ok) return;
  const page = new DOMParser().parseFromString(await reply.text(), 'text/html');
  const fresh = page.querySelector('main');
  const shown = document.querySelector('main');
  if (fresh && fresh.dataset.version !== shown.dataset.version) {
    shown.replaceChildren(...fresh.childNodes);
    shown.dataset.version = fresh.dataset.version;
    showLocalTimes();
  }
};

const showLocalTimes = () => {
  for (const time of document.querySelectorAll('time')) {
    time.textContent = new Date(time.dateTime).toLocaleTimeString();
  }
};

document.addEventListener('click', async ({ target }) => {
  if (target.id === 'empty') {
    await fetch('/inbox', { method: 'DELETE' });
    await refresh();
  }
  if (target.dataset?.code) {
    await navigator.clipboard.writeText(target.dataset.code);
    target.toggleAttribute('data-copied', true);
    setTimeout(() => target.removeAttribute('data-copied'), 1200);
  }
});

showLocalTimes();
setInterval(() => document.hidden || refresh(), 1000);
`;
