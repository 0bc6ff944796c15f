import type { ContentPath } from '../content/paths'
import { pathToUrl } from '../content/paths'

/** Addresses of the service, relative to `{base_url}`. The same table serves routes, client, tests and documents. */
export const routes = {
  source: (path: ContentPath) => `/source${pathToUrl(path)}`,
  list: (folder: ContentPath) => (folder === '/' ? '/list' : `/list${pathToUrl(folder)}`),
  config: (path: ContentPath) => `/config${pathToUrl(path)}`,
  /** `GET`: the configs at and below a path. */
  configs: (path: ContentPath) => `/app/configs${pathToUrl(path)}`,
  /** `GET`: the versions of a file, with who wrote each and when (V7). `POST`: makes a version of what is sent (V8). */
  history: (path: ContentPath) => `/app/history${pathToUrl(path)}`,
  /** `GET`: the versions of a config (C2). */
  configHistory: (path: ContentPath) => `/app/config-history${pathToUrl(path)}`,
  /** `GET`: what the caller may do at a path, and which rules decided. */
  access: (path: ContentPath) => `/app/access${pathToUrl(path)}`,
  /** `GET`: words that no window could keep itself (E1). */
  drafts: () => '/app/drafts',
  /** `PUT`, `DELETE`. */
  draft: (session: string) => `/app/drafts/${encodeURIComponent(session)}`,
  /** `GET`, `POST`. */
  tokens: () => '/app/tokens',
  /** `DELETE`: revokes. */
  token: (id: string) => `/app/tokens/${encodeURIComponent(id)}`,
  /** `GET`: the browsers that are signed in (A5). */
  sessions: () => '/app/sessions',
  /** `DELETE`: ends it. */
  sessionOf: (id: string) => `/app/sessions/${encodeURIComponent(id)}`,
  /** `DELETE`: the caller's own session ends. */
  session: () => '/app/session',
  /** `POST`: the same, as clients ask for it. */
  logout: () => '/logout',
  /** `POST`: makes a link that signs a browser in once. */
  signInLinks: () => '/app/sign-in-links',
  /** `POST`: revokes every token, ends every session and takes back every link. */
  revokeAll: () => '/app/revoke-all',
  /** `GET`: what changed between two moments. `POST`: brings it back to how it was. */
  moment: (scope: ContentPath) => `/app/moment${pathToUrl(scope)}`,
  momentRuns: () => '/app/moment-runs',
  /** `POST`. */
  momentRun: (id: string, what: 'undo' | 'resume') => `/app/moment-runs/${encodeURIComponent(id)}/${what}`,
  /** `DELETE`: stops what a request with this `X-Galley-Operation` began. */
  operation: (name: string) => `/app/operations/${encodeURIComponent(name)}`,
  /** `GET`, `PUT`: whose JWTs are believed. */
  identityProvider: () => '/app/identity-provider',
  /** `GET`: whether the workspace is trusted on this computer, and what it sets going then (T1). */
  trust: () => '/app/trust',
  versionSource: (path: ContentPath) => `/versionsource${pathToUrl(path)}`,
  versionList: (path: ContentPath) => `/versionlist${pathToUrl(path)}`,
  copy: (path: ContentPath) => `/copy${pathToUrl(path)}`,
  move: (path: ContentPath) => `/move${pathToUrl(path)}`,
  /** `GET`: what is in the trash of a site, of an organization, or of all of them. */
  trash: (site: ContentPath) => (site === '/' ? '/trash' : `/trash${pathToUrl(site)}`),
  /** `POST …/restore`, `DELETE …`. */
  trashItem: (site: ContentPath, id: string) =>
    `/trash${site === '/' ? '' : pathToUrl(site)}/${encodeURIComponent(id)}`,
  events: () => '/events',
  /** The OpenAPI document, and the page that shows it. */
  openApi: () => '/openapi.json',
  openApiPage: () => '/openapi.html',
  workspace: () => '/app/workspace',
  /** `GET`: how the store, the disk and the place of the workspace are (W11 to W13). */
  health: () => '/app/health',
  /** `POST`: examines the whole store. */
  healthCheck: () => '/app/health/check',
  /** `PUT`: whether the place is spoken of no more. */
  healthPlace: () => '/app/health/place',
  /** `GET`: what was set aside because it was damaged or broke a rule. */
  setAside: () => '/app/set-aside',
  /** `GET`: its bytes. `DELETE`: for good. */
  setAsideItem: (name: string) => `/app/set-aside/${encodeURIComponent(name)}`,
  /** `PUT`: what the service folder of every site is called (N4). */
  serviceFolder: () => '/app/service-folder',
  /** `POST`: puts the sample site into the workspace. */
  sample: () => '/app/sample'
} as const

/** Where a service tells how to sign in (RFC 9728). */
export const signInAddress = '/.well-known/oauth-protected-resource'

/** First segments of every address that the service answers; all others belong to the user interface's files. */
export const servicePrefixes = [
  '.well-known',
  'source',
  'list',
  'versionsource',
  'versionlist',
  'config',
  'copy',
  'move',
  'trash',
  'events',
  'publish',
  'delivery',
  'sites',
  'import',
  'sync',
  'app',
  'logout',
  'openapi.json',
  'openapi.html'
] as const

/** Whether a request for this URL path goes to the service rather than to the user interface's files. */
export function isServicePath(pathname: string): boolean {
  const first = pathname.split('/', 2)[1]
  return servicePrefixes.some((prefix) => prefix === first)
}

/** Headers of our own. */
export const headers = {
  /** Request: the editing session of an autosave (V3). */
  session: 'X-Galley-Session',
  /** Answer: the id of the file. */
  fileId: 'X-Galley-Id',
  /** Both ways: where a paged list goes on (S2). */
  continuation: 'X-Galley-Continuation',
  /** Request of a list: `true`, for the ids of its files (S2). */
  ids: 'X-Galley-Ids',
  /** Answer: e-mail of who wrote the current content (as header text, see `header-text.ts`). */
  modifiedBy: 'X-Galley-Modified-By',
  /** Answer of DELETE: the id in the trash, for undo. */
  trash: 'X-Galley-Trash',
  /** Answer: what the caller may do there, `read,write`, `read` or nothing (P7). */
  actions: 'X-Galley-Actions',
  /** Answer of a move or copy: how many files it did (S4). */
  files: 'X-Galley-Files',
  /** Request of a move, copy or deletion: a name for its `progress` events, by which it can be stopped. */
  operation: 'X-Galley-Operation'
} as const

/** Headers of the field that clients already send and look for, beside ours. */
export const fieldHeaders = {
  /** Answer: the id of the file. */
  fileId: 'X-da-id',
  /** Answer: what the caller may do there (P7): `/site/page.html=read,write`. */
  actions: 'X-da-actions',
  /** Answer of a list: what the caller may do with what lies in the folder: `/site/docs/**=read,write`. */
  childActions: 'X-da-child-actions',
  /** Request: which program writes; `collab` for one in which several people edit (V3). */
  initiator: 'X-DA-Initiator',
  /** Answer: the sentence of an error, as header text. */
  error: 'X-Error'
} as const
