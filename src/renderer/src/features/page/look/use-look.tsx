import { modals } from '@mantine/modals'
import { useEffect } from 'react'
import type { EditorState } from 'prosemirror-state'
import { visibleText } from '../../../../../common/content/visible-text'
import type { DocumentSession } from '../../../documents'
import { blockTitle, isMetadata } from '../../../engines/page/block-names'
import { LOOK_ASKED, pageOfBlock } from '../../../engines/page/parts/block-page'
import { partAt, type Part } from '../../../engines/page/parts/part-at'
import type { PageSurface } from '../../../engines/page/surface'
import { registerCommands } from '../../../workbench/commands/commands'
import { PieceView } from '../../preview'
import { pageCommand } from '../command-names'
import { words } from './words'
import classes from './Look.module.css'

/**
 * A block is shown as the preview draws it, by command and from its head; nothing in the page changes (VE19).
 */
export function useLook(session: DocumentSession, surface: PageSurface): void {
  useEffect(() => {
    const show = () => showLook(session, surface)
    surface.element.addEventListener(LOOK_ASKED, show)
    const end = registerCommands([
      {
        ...pageCommand('page.look'),
        enabled: () => surface.state !== null && shownBlock(surface.state) !== null,
        run: show
      }
    ])
    return () => {
      surface.element.removeEventListener(LOOK_ASKED, show)
      end()
    }
  }, [session, surface])
}

/** The block that the caret is in, where readers see anything of it. */
function shownBlock(state: EditorState): Part | null {
  const block = partAt(state, ['block'])
  return block && !isMetadata(String(block.node.attrs['classes'])) ? block : null
}

function showLook(session: DocumentSession, surface: PageSurface): void {
  const { state } = surface
  const block = state && shownBlock(state)
  if (!block) return
  const title = blockTitle(String(block.node.attrs['classes']))
  modals.open({
    title: visibleText(words.title(title)),
    size: 'xl',
    // the keyboard goes to the page, not to what had it before
    returnFocus: false,
    onClose: () => surface.focus(),
    children: (
      <div className={classes.frame}>
        <PieceView html={pageOfBlock(state.doc, block)} path={session.path} title={words.frame(title)} />
      </div>
    )
  })
}
