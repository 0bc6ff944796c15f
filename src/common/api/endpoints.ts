/**
 * Everything that the authoring service does: the id of each operation with its method, its address, and what
 * its query may hold, as a URI template (RFC 6570). The router, the description in `operations/`, and whoever
 * asks (`urlOf`) have them from here alone.
 */
export const endpoints = {
  readFile: 'GET /source/{org}/{repo}/{path}',
  headFile: 'HEAD /source/{org}/{repo}/{path}',
  updateFile: 'POST /source/{org}/{repo}/{path}',
  putFile: 'PUT /source/{org}/{repo}/{path}',
  deleteFile: 'DELETE /source/{org}/{repo}/{path}',
  list: 'GET /list/{scope}{?limit,missing}',
  copy: 'POST /copy/{org}/{repo}/{path}{?overwrite}',
  move: 'POST /move/{org}/{repo}/{path}{?overwrite}',
  planLinks: 'POST /links/plan',
  listMoved: 'GET /links/moved',
  readLinks: 'GET /links/{org}/{site}/{path}{?direction,limit,after}',
  listLinkProblems: 'GET /links/{org}/{site}{?is,ignored,limit,after}',
  listExternalLinks: 'GET /external-links/{org}/{site}{?host,limit,after}',
  changeLinks: 'POST /links/{org}/{site}',
  listChanges: 'GET /app/changes',
  undoChange: 'POST /app/changes/{id}/undo',

  listTrash: 'GET /trash/{org}/{repo}',
  restoreFromTrash: 'POST /trash/{org}/{repo}/{id}/restore',
  deleteFromTrash: 'DELETE /trash/{org}/{repo}/{id}',

  createVersion: 'POST /versionsource/{org}/{repo}/{path}',
  listVersions: 'GET /versionlist/{org}/{repo}/{path}',
  listHistory: 'GET /app/history/{org}/{repo}/{path}',
  keepGivenUp: 'POST /app/history/{org}/{repo}/{path}',
  readVersion: 'GET /versionsource/{org}/{file_id}/{version_id}.{ext}',
  headVersion: 'HEAD /versionsource/{org}/{file_id}/{version_id}.{ext}',
  readVersionInRepository: 'GET /versionsource/{org}/{repo}/{file_id}/{version_id}.{ext}',
  headVersionInRepository: 'HEAD /versionsource/{org}/{repo}/{file_id}/{version_id}.{ext}',

  readConfig: 'GET /config/{scope}',
  writeConfig: 'POST /config/{scope}',
  putConfig: 'PUT /config/{scope}',
  deleteConfig: 'DELETE /config/{scope}',
  listConfigs: 'GET /app/configs/{scope}',
  listConfigVersions: 'GET /app/config-history/{scope}',
  readConfigVersion: 'GET /app/config-version/{org}/{file_id}/{version_id}.json',

  publish: 'POST /publish/{environment}/{org}/{site}/{ref}/{path}',
  readPublication: 'GET /publish/{environment}/{org}/{site}/{ref}/{path}',
  unpublish: 'DELETE /publish/{environment}/{org}/{site}/{ref}/{path}',
  readPublishStatus: 'GET /publish/status/{org}/{site}/{ref}/{path}',
  listPublished: 'GET /publish/status/{org}/{site}/{ref}/*',
  purge: 'POST /publish/cache/{org}/{site}/{ref}/{path}',
  publishMany: 'POST /publish/{environment}/{org}/{site}/{ref}/*',
  checkMany: 'POST /publish/check/{org}/{site}/{ref}/*',
  checkOne: 'GET /publish/check/{org}/{site}/{ref}/{path}',
  readReferences: 'GET /publish/references/{org}/{site}/{ref}/{path}',
  drawPage: 'POST /publish/page/{org}/{site}/{ref}/{path}{?plain}',
  startStatusJob: 'POST /publish/status/{org}/{site}/{ref}/index',
  startStatusJobOfAll: 'POST /publish/status/{org}/{site}/{ref}/*',
  listJobs: 'GET /publish/job/{org}/{site}/{ref}/{topic}',
  readJob: 'GET /publish/job/{org}/{site}/{ref}/{topic}/{name}',
  readJobDetails: 'GET /publish/job/{org}/{site}/{ref}/{topic}/{name}/details',
  cancelJob: 'DELETE /publish/job/{org}/{site}/{ref}/{topic}/{name}',

  readIndex: 'GET /publish/index/{org}/{site}/{ref}',
  tryIndex: 'POST /publish/index/{org}/{site}/{ref}{?limit,offset}',
  makeIndex: 'POST /publish/index/{org}/{site}/{ref}/*',
  readPageIndex: 'GET /publish/index/{org}/{site}/{ref}/{path}',
  makePageIndex: 'POST /publish/index/{org}/{site}/{ref}/{path}',
  removePageIndex: 'DELETE /publish/index/{org}/{site}/{ref}/{path}',

  deliver: 'GET /delivery/{environment}/{org}/{site}/{path}{?envelope}',
  preflightDelivery: 'OPTIONS /delivery/{environment}/{org}/{site}/{path}',
  readSite: 'GET /sites/{environment}/{org}/{site}/{path}{?sheet,limit,offset}',
  preflightSite: 'OPTIONS /sites/{environment}/{org}/{site}/{path}',

  startImport: 'POST /import/{org}/{site}',
  listImports: 'GET /import/{org}/{site}',
  listUnfinishedImports: 'GET /import',
  readImport: 'GET /import/{org}/{site}/{name}',
  removeImport: 'DELETE /import/{org}/{site}/{name}',
  actOnImport: 'POST /import/{org}/{site}/{name}/{action}',
  listImportItems: 'GET /import/{org}/{site}/{name}/items{?offset,limit}',
  readImportItem: 'GET /import/{org}/{site}/{name}/items/{number}',
  exportImport: 'GET /import/{org}/{site}/{name}/report.csv',

  fetchPicture: 'POST /app/picture/{org}/{repo}/{path}',

  momentChanges: 'GET /app/moment/{scope}{?from,to,limit,after,token}',
  returnToMoment: 'POST /app/moment/{scope}',
  listMomentRuns: 'GET /app/moment-runs{?path}',
  changeMomentRun: 'POST /app/moment-runs/{id}/{what}',

  readSync: 'GET /sync',
  addSyncRemote: 'POST /sync/remotes',
  removeSyncRemote: 'DELETE /sync/remotes/{id}',
  setSyncToken: 'PUT /sync/remotes/{id}/token',
  askSyncSignIn: 'POST /sync/sign-in-offer',
  beginSyncSignIn: 'POST /sync/remotes/{id}/sign-in',
  endSyncSignIn: 'DELETE /sync/remotes/{id}/sign-in',
  testSyncRemote: 'POST /sync/remotes/{id}/test',
  addSyncPair: 'POST /sync/pairs',
  changeSyncPair: 'PUT /sync/pairs/{id}',
  removeSyncPair: 'DELETE /sync/pairs/{id}',
  runSyncPair: 'POST /sync/pairs/{id}/run',
  stopSyncPair: 'POST /sync/pairs/{id}/stop',
  listSyncConflicts: 'GET /sync/pairs/{id}/conflicts',
  showSyncConflict: 'POST /sync/pairs/{id}/conflict',
  readSyncConflictSide: 'GET /sync/pairs/{id}/side{?key,side,state}',
  decideSyncConflict: 'POST /sync/pairs/{id}/decision',
  listSyncFiles: 'GET /sync/pairs/{id}/files{?folder,limit}',
  listRemoteVersions: 'GET /sync/pairs/{id}/versions{?path}',
  readRemoteVersion: 'GET /sync/pairs/{id}/version{?path,url}',
  listSyncDecisions: 'GET /sync/pairs/{id}/decisions',
  listSyncActivity: 'GET /sync/pairs/{id}/activity',
  undoSyncDecision: 'POST /sync/pairs/{id}/undo',
  readRemoteFolder: 'GET /sync/remotes/{id}/folder{?path}',
  surveySync: 'POST /sync/remotes/{id}/survey',

  replace: 'POST /replace/{scope}',
  search: 'GET /search/{scope}{?q,limit,after,sort,saved,match}',

  listRooms: 'GET /rooms/list/{scope}',
  openLine: 'GET /rooms/line',
  sendOnLine: 'POST /rooms/line/{line}{?n}',

  listHolds: 'GET /app/holds/{scope}',
  hold: 'PUT /app/holds/{org}/{repo}/{path}',
  passHold: 'POST /app/holds/{org}/{repo}/{path}',
  letGo: 'DELETE /app/holds/{org}/{repo}/{path}',

  events: 'GET /events',
  stopOperation: 'DELETE /app/operations/{name}',

  readAccess: 'GET /app/access/{scope}{?email,groups}',
  askAccess: 'POST /app/access-requests',
  listAccessRequests: 'GET /app/access-requests',
  answerAccessRequest: 'POST /app/access-requests/{id}',
  forgetAccessRequest: 'DELETE /app/access-requests/{id}',

  readWorkspace: 'GET /app/workspace',
  setOwner: 'PUT /app/workspace',
  setServiceFolder: 'PUT /app/service-folder',
  readHealth: 'GET /app/health',
  checkHealth: 'POST /app/health/check',
  silencePlace: 'PUT /app/health/place',
  listSetAside: 'GET /app/set-aside',
  readSetAside: 'GET /app/set-aside/{name}',
  deleteSetAside: 'DELETE /app/set-aside/{name}',
  loadSample: 'POST /app/sample',
  readTrust: 'GET /app/trust',

  listDrafts: 'GET /app/drafts',
  keepDraft: 'PUT /app/drafts/{session}',
  forgetDraft: 'DELETE /app/drafts/{session}',

  listTokens: 'GET /app/tokens',
  createToken: 'POST /app/tokens',
  revokeToken: 'DELETE /app/tokens/{id}',

  listSessions: 'GET /app/sessions',
  endSessions: 'DELETE /app/sessions',
  endSession: 'DELETE /app/sessions/{id}',
  signOut: 'DELETE /app/session',
  logout: 'POST /logout',
  createSignInLink: 'POST /app/sign-in-links',
  revokeAll: 'POST /app/revoke-all',

  readIdentityProvider: 'GET /app/identity-provider',
  setIdentityProvider: 'PUT /app/identity-provider',
  readSignIn: 'GET /.well-known/oauth-protected-resource',

  mcp: 'POST /mcp{?mode}',
  readLiveness: 'GET /healthz',
  readReadiness: 'GET /readyz',

  openApi: 'GET /openapi.json',
  openApiPage: 'GET /openapi.html'
} as const

type Endpoints = typeof endpoints
export type OperationId = keyof Endpoints

/** The parts of an endpoint, as they stand in the table. */
interface Endpoint<Id extends OperationId = OperationId> {
  readonly id: Id
  readonly method: MethodOf<Id>
  /** With parameters in braces. */
  readonly address: AddressOf<Id>
  /** The names that its query may hold. */
  readonly query: readonly QueryOf<Id>[]
}

export type MethodOf<Id extends OperationId> = Endpoints[Id] extends `${infer Method} ${string}`
  ? Method
  : never

export type AddressOf<Id extends OperationId> = Endpoints[Id] extends `${string} ${infer Address}{?${string}`
  ? Address
  : Endpoints[Id] extends `${string} ${infer Address}`
    ? Address
    : never

export type QueryOf<Id extends OperationId> = Endpoints[Id] extends `${string}{?${infer Names}}`
  ? Listed<Names>
  : never

type Listed<Names extends string> = Names extends `${infer First},${infer Rest}`
  ? First | Listed<Rest>
  : Names

/** What the address of an operation begins with, up to its first parameter: `/sites/` of `readSite`. */
export const prefixOf = (id: OperationId): string => endpointOf(id).address.replace(/\{.*$/, '')

/** An endpoint of the table, taken apart. */
export function endpointOf<Id extends OperationId>(id: Id): Endpoint<Id>
export function endpointOf(id: OperationId) {
  const [, method = '', address = '', query] = /^(\w+) (.+?)(?:\{\?(.+)\})?$/.exec(endpoints[id]) ?? []
  return { id, method, address, query: query === undefined ? [] : query.split(',') }
}
