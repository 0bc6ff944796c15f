import { app, BrowserWindow, nativeTheme, session } from 'electron'
import { join } from 'node:path'
import { inAppProcess } from './search-process'
import { createBackups } from './backups'
import { answerBridge } from './bridge'
import type { ErrorLog } from '../crashes'
import { keepCrashes } from './crash-reports'
import { openSignIn } from './external'
import { ClosingHandshake } from './closing'
import { devFiles } from './dev-files'
import { bridgeHandlers } from './handlers'
import { createLocalApi, type LocalApi } from './local-api'
import { NativeMenu } from './menu'
import { notify } from './messages'
import { registerScheme, serveScheme } from './scheme'
import { systemSealer } from './sealer'
import { openSettings, type SettingsFile } from './settings'
import { openAtStart, trustAtUpdate } from './start-state'
import { openSealedSecrets, openSecrets } from '../secrets'
import { staticFiles } from '../http/static-files'
import { appTrust, startMarker, type StartMarker } from '../trust'
import { openSpelling } from './spelling/spelling'
import { lendingHost } from './spelling/lend'
import { createSiteLooks } from './site-looks'
import { createUploads } from './uploads'
import { confineAll, confineDownloads, denyPermissions } from './window-security'
import { focusFirst, openWindow } from './windows'
import { debugSwitches, ownArguments, rootWarning } from './start-checks'
import { openOpeningRequests, type OpeningRequests } from './opening-requests'
import { WorkspaceHost } from './workspace-host'

/**
 * Runs the desktop app in this process. One instance per folder of user data; a second start shows the first
 * one.
 */
export function startDesktop(): void {
  app.setName('Galley')
  if (app.isPackaged && process.env['GALLEY_DEBUG'] !== '1')
    for (const name of debugSwitches) app.commandLine.removeSwitch(name)
  const warning = rootWarning(app.isPackaged, process.platform, process.getuid?.())
  if (warning !== null) console.error(`galley: ${warning}`)
  const userData = app.commandLine.getSwitchValue('user-data-dir')
  if (userData !== '') app.setPath('userData', userData)
  const own = ownArguments(process.argv, app.isPackaged, app.getAppPath())
  // what a second start is asked for goes to the first one as it was typed, not as Chromium orders it
  if (!app.requestSingleInstanceLock({ arguments: own, folder: process.cwd() })) {
    app.quit()
    return
  }
  const errorLog = keepCrashes()
  const openingRequests = openOpeningRequests()
  openingRequests.from(app)
  openingRequests.take(own, process.cwd())
  registerScheme()
  confineAll(app)
  // the windows have no network (N2): not even a name is looked up for a page's hints
  const isAlone = app.isPackaged || process.env['ELECTRON_RENDERER_URL'] === undefined
  app.commandLine.appendSwitch(
    'host-resolver-rules',
    `MAP ${lendingHost} 127.0.0.1${isAlone ? ', MAP * ~NOTFOUND' : ''}`
  )
  void app.whenReady().then(() => run(openingRequests, errorLog))
}

function run(openingRequests: OpeningRequests, errorLog: ErrorLog): void {
  const settings = openSettings(app.getPath('userData'), (error) => {
    console.error('galley: the settings of this machine could not be written:', error)
  })
  nativeTheme.themeSource = settings.value.theme
  const userData = app.getPath('userData')
  const sealed = openSealedSecrets(userData, systemSealer)
  const say = (line: string) => console.error(`galley: ${line}`)
  const trust = appTrust(userData, say)
  const starts = startMarker(join(userData, 'starting.json'), (error) => {
    console.error('galley: that the app starts could not be noted:', error)
  })
  const host = new WorkspaceHost({
    appVersion: app.getVersion(),
    sampleFolder: join(app.getAppPath(), 'resources/sample'),
    workerProgram: join(__dirname, 'worker.js'),
    checkProgram: join(__dirname, 'check.js'),
    roomProgram: join(__dirname, 'rooms.js'),
    holdSearch: inAppProcess(join(__dirname, 'search.js')),
    searchSeals: join(userData, 'search'),
    openAddress: openSignIn,
    secretsOf: (workspace) => openSecrets(workspace, { sealed }),
    trust,
    starts,
    onState: (state) => {
      void localApi.allow(state !== 'restricted')
      notifySiteCode()
    },
    notify: say
  })
  const opening = openAtStart(host, settings, () => trustAtUpdate(settings, trust, say))
  const devServer = app.isPackaged ? undefined : process.env['ELECTRON_RENDERER_URL']
  const spelling = openSpelling({
    checker: session.defaultSession,
    folder: userData,
    bySystem: process.platform === 'darwin',
    stored: () => settings.value.spelling ?? { on: true, languages: [], ignored: [] },
    store: (next) =>
      void settings.update({
        spelling: { ...next, languages: [...next.languages], ignored: [...next.ignored] }
      }),
    onChange: (state) => {
      for (const window of BrowserWindow.getAllWindows()) notify(window, 'spelling', state)
    },
    notify: say
  })
  denyPermissions(session.defaultSession)
  confineDownloads(session.defaultSession)
  const siteLooks = createSiteLooks({
    location: () => host.location,
    isTrusted: () => host.state !== null && host.state !== 'restricted',
    ask: (request) => host.fetch(request),
    stored: () => settings.value.siteCode ?? {},
    store: (siteCode) => {
      void settings.update({ siteCode })
      notifySiteCode()
    }
  })
  serveScheme(session.defaultSession, {
    files: devServer === undefined ? staticFiles(join(__dirname, '../renderer')) : devFiles(devServer),
    service: async (request) => {
      await opening.over
      return host.fetch(request)
    },
    sites: siteLooks.answer,
    devServer
  })

  let quitting = false
  const handshake = new ClosingHandshake()
  const menu = new NativeMenu({ 'new-window': () => newWindow() })
  const newWindow = () => {
    openWindow({
      settings,
      menu,
      handshake,
      keepWord: (word) => void spelling.keepWord(word, true),
      reason: () => (quitting ? 'quit' : 'window'),
      onStay: () => {
        quitting = false
      }
    })
  }
  const localApi = createLocalApi({
    fetch: async (request) => {
      await opening.over
      return host.fetchForOthers(request)
    },
    stored: () => settings.value.localApi,
    store: (setting) => void settings.update({ localApi: setting }),
    onChange: (state) => {
      for (const window of BrowserWindow.getAllWindows()) notify(window, 'localApi', state)
    }
  })
  const uploads = createUploads((request) => host.fetch(request))
  const backups = createBackups(host, (progress) => {
    for (const window of BrowserWindow.getAllWindows()) notify(window, 'backup', progress)
  })
  const parts = {
    host,
    settings,
    opening,
    starts,
    menu,
    handshake,
    localApi,
    uploads,
    backups,
    siteLooks,
    spelling,
    newWindow,
    openingRequests,
    errorLog
  }
  answerBridge(bridgeHandlers(parts))
  newWindow()

  app.on('second-instance', (_event, _argv, _folder, told) => {
    const { newWindow: isAsked } = openingRequests.takeTold(told)
    if (isAsked || !focusFirst()) newWindow()
  })
  app.on('activate', () => {
    if (BrowserWindow.getAllWindows().length === 0) newWindow()
  })
  app.on('window-all-closed', () => {
    if (quitting || process.platform !== 'darwin') app.quit()
  })
  app.on('before-quit', () => {
    quitting = true
  })
  closeBeforeExit(host, settings, localApi, starts)
}

function notifySiteCode(): void {
  for (const window of BrowserWindow.getAllWindows()) notify(window, 'siteCode', null)
}

/**
 * What was acknowledged is on the disk, and what is half done is finished or taken back at the next start: so
 * closing may be cut short.
 */
const CLOSING_MS = 20_000

/** The process ends when the workspace is closed and free for others, and in any case before long. */
function closeBeforeExit(
  host: WorkspaceHost,
  settings: SettingsFile,
  localApi: LocalApi,
  starts: StartMarker
): void {
  let closing = false
  app.on('will-quit', (event) => {
    event.preventDefault()
    if (closing) return
    closing = true
    setTimeout(() => {
      console.error('galley: closing took too long; the next start tidies up')
      app.exit(0)
    }, CLOSING_MS)
    void Promise.allSettled([
      localApi.close().then(() => host.close()),
      settings.update({}),
      starts.over()
    ]).then((results) => {
      for (const result of results)
        if (result.status === 'rejected') console.error('galley: closing failed:', result.reason)
      app.exit(0)
    })
  })
}
