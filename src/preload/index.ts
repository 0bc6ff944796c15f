import { contextBridge, ipcRenderer, webFrame, type IpcRendererEvent } from 'electron'
import { BRIDGE_GLOBAL, CLOSING_LISTENED, type GalleyBridge } from '../common/bridge'

const platform = process.platform === 'darwin' || process.platform === 'win32' ? process.platform : 'linux'

const tellListened = () => ipcRenderer.send(CLOSING_LISTENED, ipcRenderer.listenerCount('galley:closing') > 0)

/**
 * `window.galley`: the only thing of the desktop that a page can reach. The main process checks every call.
 */
const bridge: GalleyBridge = {
  platform,
  call: (name, ...args) => ipcRenderer.invoke(`galley:${name}`, ...args),
  misspelled: (word) => (webFrame.isWordMisspelled(word) ? webFrame.getWordSuggestions(word) : null),
  on(message, listener) {
    const channel = `galley:${message}`
    const forward = (_event: IpcRendererEvent, payload: Parameters<typeof listener>[0]) => listener(payload)
    ipcRenderer.on(channel, forward)
    if (message === 'closing') tellListened()
    return () => {
      ipcRenderer.removeListener(channel, forward)
      if (message === 'closing') tellListened()
    }
  }
}

contextBridge.exposeInMainWorld(BRIDGE_GLOBAL, bridge)
