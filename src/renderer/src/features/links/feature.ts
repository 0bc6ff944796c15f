import { memo, useEffect } from 'react'
import { onServiceEvent } from '../../api'
import { sync } from '../../api/sync'
import { desktop } from '../../workbench/bridge'
import { registerCommands } from '../../workbench/commands/commands'
import { whileShown, type Feature } from '../../workbench/contributions'
import { copyLink, linkedDocument } from './copy-link'
import { addressAtCursor, followAtCursor } from './at-cursor'
import { follow } from './follow'
import { MovedNotice } from './MovedNotice'
import { LinksPanel } from './panel/LinksPanel'
import { serversOf } from './served'

export const feature: Feature = {
  panels: [{ id: 'links', title: 'Links', shortcut: 'mod+alt+L', View: LinksPanel }],
  parts: { background: whileShown(useDocumentLinks), notice: memo(MovedNotice) }
}

/** Links to documents: copied here, and followed when they come from outside. */
function useDocumentLinks(): void {
  useEffect(
    () =>
      registerCommands([
        {
          id: 'file.copy-link',
          title: 'Copy link',
          group: 'File',
          enabled: () => linkedDocument() !== null,
          run: copyLink
        },
        {
          id: 'links.follow',
          title: 'Open what the address at the cursor leads to',
          group: 'Go',
          shortcut: 'F12',
          enabled: () => addressAtCursor() !== null,
          run: followAtCursor
        }
      ]),
    []
  )
  useEffect(() => {
    const bridge = desktop()
    if (!bridge) return
    const take = async () => {
      for (const request of await bridge.call('takeOpeningRequests')) await follow(request)
    }
    void take()
    return bridge.on('opening-request', () => void take())
  }, [])
  useEffect(() => {
    const bridge = desktop()
    if (!bridge) return
    // so that a link finds the workspace later, when another one is open
    const note = () =>
      sync.overview().then(
        (overview) => bridge.call('connectedTo', serversOf(overview)),
        () => undefined
      )
    void note()
    return onServiceEvent((event) => {
      if (event.type === 'sync' || event.type === 'hello') void note()
    })
  }, [])
}
