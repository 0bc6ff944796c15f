import { useEffect } from 'react'
import type { DocumentSession } from '../../../documents'
import { linkRange, setLink } from '../../../engines/page/commands/links'
import { ask } from '../../../engines/page/slash/asking'
import type { PageSurface } from '../../../engines/page/surface'
import { OPEN_LINK } from '../../../engines/page/views/link-view'
import { registerCommands } from '../../../workbench/commands/commands'
import { askForLink } from './ask-link'
import { linkCommandNames } from './command-names'
import { openLink } from './open-link'

type LinkCommandId = keyof typeof linkCommandNames
const named = (id: LinkCommandId) => ({ id, ...linkCommandNames[id] })

/** The commands of links in the page that is shown, and what a click with Control (or Command) does. */
export function useLinkCommands(session: DocumentSession, surface: PageSurface): void {
  useEffect(() => {
    const { path } = session
    const range = () => (surface.state ? linkRange(surface.state) : null)
    const isLink = () => range()?.href !== '' && range() !== null
    const mayWrite = () => surface.can((_state, dispatch) => dispatch === undefined)
    const follow = (event: Event) => {
      if (event instanceof CustomEvent && typeof event.detail === 'string')
        openLink(event.detail, path, surface)
    }
    surface.element.addEventListener(OPEN_LINK, follow)
    const stop = registerCommands([
      {
        ...named('page.link'),
        enabled: () => range() !== null && mayWrite(),
        run: () => askForLink(surface, path)
      },
      {
        ...named('page.edit-link'),
        enabled: () => isLink() && mayWrite(),
        run: () => askForLink(surface, path)
      },
      {
        ...named('page.open-link'),
        enabled: isLink,
        run: () => openLink(range()?.href ?? '', path, surface)
      },
      {
        ...named('page.remove-link'),
        enabled: () => isLink() && mayWrite(),
        run: () => {
          const at = range()
          if (at) surface.run(setLink(at, { href: '', text: '' }))
        }
      },
      {
        ...named('page.link-to-page'),
        enabled: () => surface.can(ask('page')),
        run: () => void surface.run(ask('page'))
      },
      {
        ...named('page.add-here'),
        enabled: () => surface.can(ask('anything')),
        run: () => void surface.run(ask('anything'))
      }
    ])
    return () => {
      surface.element.removeEventListener(OPEN_LINK, follow)
      stop()
    }
  }, [session, surface])
}
