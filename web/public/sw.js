// Keeps the shell, so that the app opens without a network. Never answers for the API or the socket: what people see
// as current always comes from the server. Pages: network first. Built assets have their hash in the name: cache first.
// `files.json` is the build's list of them: pages that load later are kept too, and those of older builds go.
const SHELL = 'lineup-shell-1';

async function keepAll() {
  const list = await fetch('files.json', { cache: 'no-store' });
  if (!list.ok) throw new Error('the list of files is not available');
  const wanted = new Set(Object.values(await list.json()).flatMap((each) => [each.file, ...(each.css ?? [])]).map((file) => new URL(file, self.registration.scope).href));
  const cache = await caches.open(SHELL);
  const held = (await cache.keys()).map((request) => request.url);
  const assets = new URL('assets/', self.registration.scope).href;
  await cache.addAll([...wanted].filter((url) => !held.includes(url)));
  await Promise.all(held.filter((url) => url.startsWith(assets) && !wanted.has(url)).map((url) => cache.delete(url)));
}

async function keep(request, response) {
  if (response.ok) await (await caches.open(SHELL)).put(request, response.clone());
  return response;
}

async function install() {
  const page = await fetch(new Request('./', { cache: 'reload' }));
  if (!page.ok) throw new Error('the shell is not available');
  await keepAll();
  await keep('./', page);
  await self.skipWaiting();
}

/** The page from the network, and the files of its build; without a network what is kept. */
async function open(event) {
  try {
    const page = await keep('./', await fetch(event.request));
    event.waitUntil(keepAll().catch(() => undefined));
    return page;
  } catch {
    return caches.match('./');
  }
}

self.addEventListener('install', (event) => {
  event.waitUntil(install());
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches.keys().then((names) => Promise.all(names.filter((name) => name !== SHELL).map((name) => caches.delete(name)))).then(() => self.clients.claim()),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  const scope = new URL(self.registration.scope);
  if (request.method !== 'GET' || url.origin !== scope.origin || !url.pathname.startsWith(scope.pathname)) return;
  const path = url.pathname.slice(scope.pathname.length);
  if (request.mode === 'navigate' && (path === '' || path === 'index.html')) {
    event.respondWith(open(event));
  } else if (path.startsWith('assets/')) {
    event.respondWith(caches.match(request).then((hit) => hit ?? fetch(request).then((response) => keep(request, response))));
  }
});
