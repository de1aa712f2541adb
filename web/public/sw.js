// Keeps the shell, so that the app opens without a network. Never answers for the API or the socket: what people see
// as current always comes from the server. Pages: network first. Built assets have their hash in the name: cache first.
const SHELL = 'lineup-shell-1';

async function install() {
  const page = await fetch(new Request('./', { cache: 'reload' }));
  if (!page.ok) throw new Error('the shell is not available');
  const cache = await caches.open(SHELL);
  const assets = [...(await page.clone().text()).matchAll(/(?:src|href)="(\.\/)?(assets\/[^"]+)"/g)].map((found) => found[2]);
  await cache.put('./', page);
  await cache.addAll(assets);
  await self.skipWaiting();
}

self.addEventListener('install', (event) => {
  event.waitUntil(install());
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches.keys().then((names) => Promise.all(names.filter((name) => name !== SHELL).map((name) => caches.delete(name)))).then(() => self.clients.claim()),
  );
});

async function keep(request, response) {
  if (response.ok) await (await caches.open(SHELL)).put(request, response.clone());
  return response;
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  const scope = new URL(self.registration.scope);
  if (request.method !== 'GET' || url.origin !== scope.origin || !url.pathname.startsWith(scope.pathname)) return;
  const path = url.pathname.slice(scope.pathname.length);
  if (request.mode === 'navigate' && (path === '' || path === 'index.html')) {
    event.respondWith(fetch(request).then((response) => keep('./', response)).catch(() => caches.match('./')));
  } else if (path.startsWith('assets/')) {
    event.respondWith(caches.match(request).then((hit) => hit ?? fetch(request).then((response) => keep(request, response))));
  }
});
