import { expect, it } from 'vitest'
import { createClient, type Client } from '../../src/common/api/client'
import { createImportClient, type ImportClient } from '../../src/common/api/client/importing'
import { createPublishingClient, type PublishingClient } from '../../src/common/api/client/publishing'
import { createSyncClient, type SyncClient } from '../../src/common/api/client/sync'
import type { OperationId } from '../../src/common/api/endpoints'
import { operations } from '../../src/common/api/operations'
import { contentPath } from '../../src/common/content/paths'
import { operationAt } from './recorder'

/** One call of each method: the compiler misses none. */
type Every<C> = { readonly [Method in keyof C]: (client: C) => unknown }

const page = contentPath('/org/site/docs/a page.html')
const site = contentPath('/org/site')
const guid = '00000000-0000-4000-8000-000000000000'
const none = new Map()
const conditions = { ifMatch: '"1"' }
const signal = new AbortController().signal
const draft = {
  session: 's-1',
  workspace: 'w',
  path: page,
  text: '',
  baseEtag: null,
  baseText: '',
  sending: null,
  at: 1,
  browser: guid
}

const authoring: Every<Client> = {
  sourceUrl: (client) => client.sourceUrl(page),
  list: (client) => client.list(site),
  head: (client) => client.head(page),
  read: (client) => client.read(page),
  write: (client) => client.write(page, 'x'),
  createFolder: (client) => client.createFolder(site),
  remove: (client) => client.remove(page),
  move: (client) => client.move(page, site),
  copy: (client) => client.copy(page, site),
  stopOperation: (client) => client.stopOperation('name'),
  trash: (client) => client.trash(site),
  restoreFromTrash: (client) => client.restoreFromTrash(site, 'id'),
  deleteFromTrash: (client) => client.deleteFromTrash(site, 'id'),
  versions: (client) => client.versions(page),
  history: (client) => client.history(page),
  keepGivenUp: (client) => client.keepGivenUp(page, new Uint8Array(1), conditions),
  createVersion: (client) => client.createVersion(page, 'label'),
  readVersion: (client) => client.readVersion(`/versionsource/org/${guid}/${guid}.html`),
  config: (client) => client.config(site),
  saveConfig: (client) => client.saveConfig(site, '{}'),
  configs: (client) => client.configs(site),
  configHistory: (client) => client.configHistory(site),
  access: (client) => client.access(site),
  accessRequests: (client) => client.accessRequests(),
  ask: (client) => client.ask({ path: page, action: 'read' }),
  answerAccessRequest: (client) => client.answerAccessRequest('id', 'refuse'),
  forgetAccessRequest: (client) => client.forgetAccessRequest('id'),
  present: (client) => client.present(site),
  holds: (client) => client.holds(site),
  hold: (client) => client.hold(page),
  passHold: (client) => client.passHold(page),
  letGo: (client) => client.letGo(page),
  search: (client) => client.search('ferry'),
  replace: (client) => client.replace(site, { q: 'ferry', with: 'boat', dry: true }),
  links: (client) => client.links(page),
  externalLinks: (client) => client.externalLinks(site),
  linkProblems: (client) => client.linkProblems(site),
  movedOutside: (client) => client.movedOutside(),
  planLinks: (client) => client.planLinks({ remove: [page] }),
  changeLinks: (client) =>
    client.changeLinks(site, { mend: [{ path: page, n: 0, before: '/a', after: '/b' }] }),
  changes: (client) => client.changes(),
  undoChange: (client) => client.undoChange('id'),
  momentChanges: (client) => client.momentChanges(site, { from: 1 }),
  returnToMoment: (client) => client.returnToMoment(site, { moment: 1 }),
  momentRuns: (client) => client.momentRuns(site),
  momentRun: (client) => client.momentRun('id', 'undo'),
  workspace: (client) => client.workspace(),
  setOwner: (client) => client.setOwner({ name: 'Maria', email: 'maria@example.com' }),
  setServiceFolder: (client) => client.setServiceFolder('galley'),
  loadSample: (client) => client.loadSample(),
  trust: (client) => client.trust(),
  health: (client) => client.health(),
  checkHealth: (client) => client.checkHealth(),
  silencePlace: (client) => client.silencePlace(true),
  setAside: (client) => client.setAside(),
  readSetAside: (client) => client.readSetAside('name'),
  deleteSetAside: (client) => client.deleteSetAside('name'),
  drafts: (client) => client.drafts(),
  keepDraft: (client) => client.keepDraft(draft),
  forgetDraft: (client) => client.forgetDraft('s-1'),
  tokens: (client) => client.tokens(),
  createToken: (client) => client.createToken({ email: 'maria@example.com' }),
  revokeToken: (client) => client.revokeToken('id'),
  sessions: (client) => client.sessions(),
  endSession: (client) => client.endSession('id'),
  endSessions: (client) => client.endSessions(),
  signOut: (client) => client.signOut(),
  createSignInLink: (client) => client.createSignInLink({ owner: true }),
  revokeAll: (client) => client.revokeAll(),
  identityProvider: (client) => client.identityProvider(),
  setIdentityProvider: (client) => client.setIdentityProvider(null),
  events: (client) => client.events(() => undefined)()
}

const publishing: Every<PublishingClient> = {
  status: (client) => client.status(page),
  list: (client) => client.list(site),
  index: (client) => client.index(site),
  tryIndex: (client) => client.tryIndex(site, 'indices:', { limit: 1, signal }),
  makeIndex: (client) => client.makeIndex(site),
  check: (client) => client.check(page),
  references: (client) => client.references(page),
  startCheck: (client) => client.startCheck(site, ['/a']),
  publish: (client) => client.publish('live', page),
  unpublish: (client) => client.unpublish('live', page),
  startMany: (client) => client.startMany(site, 'live', ['/a']),
  jobs: (client) => client.jobs(site, 'publish'),
  job: (client) => client.job(site, 'publish', 'name'),
  jobDetails: (client) => client.jobDetails(site, 'publish', 'name'),
  cancelJob: (client) => client.cancelJob(site, 'publish', 'name'),
  overview: (client) => client.overview('live', page),
  delivered: (client) => client.delivered('live', page),
  page: (client) => client.page('live', page, true)
}

const importing: Every<ImportClient> = {
  start: (client) => client.start(site, { source: { kind: 'list', text: '' } }),
  list: (client) => client.list(site),
  unfinished: (client) => client.unfinished(),
  read: (client) => client.read(site, 'name'),
  items: (client) => client.items(site, 'name'),
  contents: (client) => client.contents(site, 'name', 1),
  act: (client) => client.act(site, 'name', 'check'),
  picture: (client) => client.picture(page, { url: 'https://example.com/a.png', hosts: [] }),
  report: (client) => client.report(site, 'name'),
  remove: (client) => client.remove(site, 'name')
}

const sync: Every<SyncClient> = {
  overview: (client) => client.overview(),
  addRemote: (client) => client.addRemote({ name: 'n', base: 'https://example.com' }),
  removeRemote: (client) => client.removeRemote('id'),
  setToken: (client) => client.setToken('id', 'token'),
  signInOffer: (client) => client.signInOffer('https://example.com'),
  signIn: (client) => client.signIn('id'),
  signOut: (client) => client.signOut('id'),
  test: (client) => client.test('id', null),
  addPair: (client) => client.addPair({ remoteId: 'id', local: '/org/site', remote: '/org/site' }),
  changePair: (client) => client.changePair('id', { paused: true }),
  removePair: (client) => client.removePair('id'),
  run: (client) => client.run('id'),
  stop: (client) => client.stop('id'),
  conflicts: (client) => client.conflicts('id'),
  conflict: (client) => client.conflict('id', '/a.html', none),
  files: (client) => client.files('id'),
  remoteVersions: (client) => client.remoteVersions('id', page),
  remoteVersionContent: (client) => client.remoteVersionContent('id', page),
  decisions: (client) => client.decisions('id'),
  activity: (client) => client.activity('id'),
  undo: (client) => client.undo('id', '/a.html'),
  folder: (client) => client.folder('id', '/'),
  survey: (client) => client.survey('id', { remote: '/org/site', local: '/org/site' }),
  sideAddress: (client) => client.sideAddress('id', '/a.html', 'local', 'state'),
  decide: (client) => client.decide('id', '/a.html', { choices: none, state: 'state', keepBoth: false })
}

/** What no method asks for, and why. */
const unasked: Partial<Record<OperationId, string>> = {
  updateFile: 'PUT does the same',
  openLine: 'a line is no method: its frames are in `common/rooms`',
  sendOnLine: 'as `openLine`',
  headVersion: 'a version that is wanted is read',
  readVersionInRepository: 'for other clients: versions are read by the url of their list',
  headVersionInRepository: 'for other clients',
  putConfig: 'POST does the same',
  deleteConfig: 'no window takes a config away',
  readConfigVersion: 'read by the url of its list, as `readVersion`',
  readPublication: '`status` tells both environments',
  purge: 'never needed after a publication',
  drawPage: 'the app itself asks, for the frame of a site',
  startStatusJob: 'the window has `list`',
  startStatusJobOfAll: 'the window has `list`',
  readPageIndex: 'the window shows whole indices',
  makePageIndex: 'the window makes whole indices',
  removePageIndex: 'the window makes whole indices',
  preflightDelivery: 'browsers ask by themselves',
  preflightSite: 'browsers ask by themselves',
  logout: '`signOut` tells whether there was a session',
  readSignIn: 'asked of other servers',
  mcp: 'for programs that speak the protocol',
  readLiveness: 'for who supervises a service',
  readReadiness: 'for who supervises a service',
  openApi: 'for programs',
  openApiPage: 'a page to look at'
}

it('X4 every operation of the table is asked for by a method of the typed clients, or it says here why not', async () => {
  const asked = new Set<string>()
  const note = (method: string, url: string) => {
    const found = operationAt(method, new URL(url, 'galley://app').pathname)
    asked.add(found?.id ?? `${method} ${url} is no operation`)
  }
  const fetch = (url: string, init: RequestInit): Promise<Response> => {
    note(init.method ?? '', url)
    return Promise.resolve(Response.json(null))
  }
  const eventSource = (url: string) => {
    note('GET', url)
    return { readyState: 0, addEventListener: () => undefined, close: () => undefined }
  }
  async function callAll<C>(client: C, calls: Every<C>): Promise<void> {
    for (const call of Object.values<(client: C) => unknown>(calls)) {
      // what is answered is nothing that a method understands
      const told = await Promise.resolve(call(client)).catch(() => undefined)
      if (typeof told === 'string' && told.startsWith('/')) note('GET', told)
    }
  }
  await callAll(createClient({ fetch, eventSource }), authoring)
  await callAll(createPublishingClient({ fetch }), publishing)
  await callAll(createImportClient({ fetch }), importing)
  await callAll(createSyncClient({ fetch }), sync)
  expect([...asked, ...Object.keys(unasked)].sort()).toEqual(operations.map(({ id }) => id).sort())
})
