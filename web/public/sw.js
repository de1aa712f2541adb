// Keeps the shell, so that the app opens without a network. Never answers for the API or the socket: what people see
// as current always comes from the server. Pages: network first. Built assets have their hash in the name: cache first.
// `files.json` is the build's list of them: pages that load later are kept too. The files of a build stay as long as a
// tab that began with it lives (each holds a lock with the name of the build), and as long as it is the newest.
const SHELL = 'lineup-shell-1';
const scoped = (path) => new URL(path, self.registration.scope).href;
const LIST = 'files.json?of=';

const filesOf = (list) => Object.values(list).flatMap((each) => [each.file, ...(each.css ?? [])]).map(scoped);
const entryOf = (list) => list['index.html'].file;
const listOf = (entry) => scoped(LIST + encodeURIComponent(entry));

/** Keep this page, and all files of its build before it: what is kept can always be opened. */
async function keepBuild(page) {
  const list = await fetch('files.json', { cache: 'no-store' });
  if (!list.ok) throw new Error('the list of files is not available');
  const files = await list.clone().json();
  if (!(await page.clone().text()).includes(entryOf(files))) throw new Error('a new build came in between');
  const cache = await caches.open(SHELL);
  await cache.put(listOf(entryOf(files)), list);
  const held = new Set((await cache.keys()).map((request) => request.url));
  await cache.addAll(filesOf(files).filter((url, at, all) => !held.has(url) && all.indexOf(url) === at));
  await cache.put('./', page);
}

/** Drop the files of builds that are not the newest and that no tab uses any more. */
async function tidy() {
  const cache = await caches.open(SHELL);
  const [page, requests, locks] = await Promise.all([cache.match('./').then((it) => it?.text()), cache.keys(), navigator.locks.query()]);
  const used = new Set(locks.held.map((lock) => lock.name));
  const urls = requests.map((request) => request.url);
  const wanted = new Set();
  let newest = false;
  for (const url of urls.filter((each) => each.startsWith(scoped(LIST)))) {
    const list = await (await cache.match(url)).json();
    const isNewest = page?.includes(entryOf(list));
    newest ||= isNewest;
    if (isNewest || used.has(`lineup.build ${scoped(entryOf(list))}`)) filesOf(list).concat(url).forEach((each) => wanted.add(each));
  }
  const ours = (url) => url.startsWith(scoped('assets/')) || url.startsWith(scoped(LIST));
  if (newest) await Promise.all(urls.filter((url) => ours(url) && !wanted.has(url)).map((url) => cache.delete(url)));
}

async function keep(request, response) {
  if (response.ok) await (await caches.open(SHELL)).put(request, response.clone());
  return response;
}

async function install() {
  const page = await fetch(new Request('./', { cache: 'reload' }));
  if (!page.ok) throw new Error('the shell is not available');
  await keepBuild(page);
  await self.skipWaiting();
}

/** The page from the network, and the files of its build; without a network what is kept. */
async function open(event) {
  try {
    const page = await fetch(event.request);
    if (page.ok) event.waitUntil(keepBuild(page.clone()).catch(() => undefined)); // what is kept stays as it was
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

self.addEventListener('message', (event) => {
  if (event.data === 'tidy') event.waitUntil(tidy());
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
