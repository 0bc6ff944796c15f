import { useEffect } from 'react'
import type { DocumentSession } from '../../../documents'
import type { PageSurface } from '../../../engines/page/surface'
import { registerCommands } from '../../../workbench/commands/commands'
import { pageCommand } from '../command-names'
import { fetchPictures } from '../images'
import { pastedAsText, pasteAsText, pastedLinks, pastedSpaces } from './paste-steps'
import { words } from './words'

/** The commands of what is pasted, for palette, menus and keys. */
export function usePasteCommands(session: DocumentSession, surface: PageSurface, readOnly: boolean): void {
  useEffect(
    () =>
      registerCommands([
        {
          ...pageCommand('page.paste-as-text'),
          enabled: () => !readOnly && surface.state !== null,
          run: () => pasteAsText(surface)
        },
        {
          ...pageCommand('page.pasted-as-text'),
          enabled: () => surface.can(pastedAsText),
          run: () => {
            if (surface.run(pastedAsText)) surface.said.notify(words.textDone)
          }
        },
        {
          ...pageCommand('page.pasted-fetch'),
          enabled: () => surface.can(pastedLinks),
          run: () => fetchPictures(session, surface, true)
        },
        {
          ...pageCommand('page.pasted-links'),
          enabled: () => surface.can(pastedLinks),
          run: () => {
            if (surface.run(pastedLinks)) surface.said.notify(words.linksDone)
          }
        },
        {
          ...pageCommand('page.pasted-spaces'),
          enabled: () => surface.can(pastedSpaces),
          run: () => {
            if (surface.run(pastedSpaces)) surface.said.notify(words.plainDone)
          }
        }
      ]),
    [session, surface, readOnly]
  )
}
