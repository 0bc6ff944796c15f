import { BrowserWindow, ipcMain, type IpcMainInvokeEvent } from 'electron'
import type { z } from 'zod'
import type { BridgeCall, BridgeCalls } from '../../common/bridge'
import { bridgeArguments } from '../../common/bridge/arguments'
import { GalleyError, sentence } from '../../common/errors'
import { APP_ORIGIN } from './request-gate'

export type BridgeHandlers = {
  readonly [C in BridgeCall]: (
    window: BrowserWindow,
    ...args: Parameters<BridgeCalls[C]>
  ) => ReturnType<BridgeCalls[C]> | Promise<ReturnType<BridgeCalls[C]>>
}

/** Answers the calls of the app's own pages. Every call is checked: who sends it, and what it carries. */
export function answerBridge(handlers: BridgeHandlers): void {
  answer('startState', handlers)
  answer('chooseFolder', handlers)
  answer('openWorkspace', handlers)
  answer('placeOf', handlers)
  answer('setTrusted', handlers)
  answer('chooseBackup', handlers)
  answer('backUp', handlers)
  answer('restoreBackup', handlers)
  answer('stopBackup', handlers)
  answer('revealBackup', handlers)
  answer('newWindow', handlers)
  answer('takeOpeningRequests', handlers)
  answer('openAgain', handlers)
  answer('connectedTo', handlers)
  answer('connectedWorkspaces', handlers)
  answer('crashReports', handlers)
  answer('revealCrashReports', handlers)
  answer('deleteCrashReports', handlers)
  answer('noteError', handlers)
  answer('updatePlace', handlers)
  answer('checkForUpdates', handlers)
  answer('downloadUpdate', handlers)
  answer('stopUpdate', handlers)
  answer('revealUpdate', handlers)
  answer('revealInFolder', handlers)
  answer('openExternal', handlers)
  answer('showRuntimeLicences', handlers)
  answer('localApi', handlers)
  answer('setLocalApi', handlers)
  answer('setLocalApiPort', handlers)
  answer('openPublished', handlers)
  answer('siteCode', handlers)
  answer('setSiteCode', handlers)
  answer('spelling', handlers)
  answer('setSpelling', handlers)
  answer('spellIn', handlers)
  answer('addDictionary', handlers)
  answer('removeDictionary', handlers)
  answer('keepWord', handlers)
  answer('typedPage', handlers)
  answer('uploadStart', handlers)
  answer('uploadSlice', handlers)
  answer('uploadEnd', handlers)
  answer('uploadCancel', handlers)
  answer('paste', handlers)
  answer('setTheme', handlers)
  answer('setDocumentEdited', handlers)
  answer('setMenuState', handlers)
  answer('settled', handlers)
  answer('closeReady', handlers)
  answer('closeHold', handlers)
}

function answer<C extends BridgeCall>(name: C, handlers: BridgeHandlers): void {
  const schema: z.ZodType<Parameters<BridgeCalls[C]>> = bridgeArguments[name]
  const handler = handlers[name]
  ipcMain.handle(`galley:${name}`, (event, ...received: unknown[]) => {
    const args = schema.safeParse(received)
    if (!args.success)
      throw new GalleyError(
        'bad-request',
        sentence`The call ${{ name }} carries arguments that it cannot have.`
      )
    return handler(senderWindow(event), ...args.data)
  })
}

/** The window whose own page sends the call. @throws GalleyError `forbidden` for frames and foreign pages */
function senderWindow(event: IpcMainInvokeEvent): BrowserWindow {
  const window = BrowserWindow.fromWebContents(event.sender)
  const frame = event.senderFrame
  if (!window || !frame || frame !== event.sender.mainFrame || frame.origin !== APP_ORIGIN) {
    throw new GalleyError('forbidden', 'Only the pages of the app may call the desktop.')
  }
  return window
}
