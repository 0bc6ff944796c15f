import { useEffect } from 'react'
import type { DocumentSession } from '../../../documents'
import { showTokens } from '../../../engines/page/tokens/token-drawing'
import { ask } from '../../../engines/page/slash/asking'
import type { PageSurface } from '../../../engines/page/surface'
import { registerCommands } from '../../../workbench/commands/commands'
import { tokenCommandNames } from './command-names'
import { followTokens } from './follow-tokens'
import { tokenValue } from './token-values'

type TokenCommandId = keyof typeof tokenCommandNames

/** Milliseconds in which what comes to be known is drawn together. */
const SOON = 60

/** Draws the placeholders and icons of the page that is shown, and has the commands that add one (VE25). */
export function useTokens(session: DocumentSession, surface: PageSurface): void {
  useEffect(() => {
    let due = 0
    const draw = () => {
      due = 0
      surface.look(showTokens((token) => tokenValue(session.path, token)))
    }
    draw()
    // a site is read folder by folder
    const end = followTokens(() => (due ||= window.setTimeout(draw, SOON)))
    return () => {
      end()
      clearTimeout(due)
    }
  }, [session, surface])
  useEffect(() => {
    const asks = (id: TokenCommandId, kind: 'placeholder' | 'icon') => ({
      id,
      ...tokenCommandNames[id],
      enabled: () => surface.can(ask(kind)),
      run: () => void surface.run(ask(kind))
    })
    return registerCommands([asks('page.placeholder', 'placeholder'), asks('page.icon', 'icon')])
  }, [surface])
}
