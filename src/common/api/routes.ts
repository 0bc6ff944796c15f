import type { ContentPath } from '../content/paths'
import { pathToUrl } from '../content/paths'

/** Addresses of the service, relative to `{base_url}`. The same table serves routes, client, tests and documents. */
export const routes = {
  source: (path: ContentPath) => `/source${pathToUrl(path)}`,
  list: (folder: ContentPath) => (folder === '/' ? '/list' : `/list${pathToUrl(folder)}`),
  versionSource: (path: ContentPath) => `/versionsource${pathToUrl(path)}`,
  versionList: (path: ContentPath) => `/versionlist${pathToUrl(path)}`,
  copy: (path: ContentPath) => `/copy${pathToUrl(path)}`,
  move: (path: ContentPath) => `/move${pathToUrl(path)}`,
  /** `GET`: what is in the trash of a site. */
  trash: (site: ContentPath) => `/trash${pathToUrl(site)}`,
  /** `POST …/restore`, `DELETE …`. */
  trashItem: (site: ContentPath, id: string) => `/trash${pathToUrl(site)}/${encodeURIComponent(id)}`,
  events: () => '/events',
  workspace: () => '/app/workspace',
  /** `POST`: puts the sample site into the workspace. */
  sample: () => '/app/sample'
} as const

/** Headers of our own. */
export const headers = {
  /** Request: the editing session of an autosave (V3). */
  session: 'X-Galley-Session',
  /** Answer: the id of the file. */
  fileId: 'X-Galley-Id',
  /** Answer: e-mail of who wrote the current content. */
  modifiedBy: 'X-Galley-Modified-By',
  /** Answer of DELETE: the id in the trash, for undo. */
  trash: 'X-Galley-Trash'
} as const
