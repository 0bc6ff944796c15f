import { modals } from '@mantine/modals'
import type { ContentPath } from '../../../../../common/content/paths'
import { linkRange, setLink, wordsOfRange } from '../../../engines/page/commands/links'
import type { PageSurface } from '../../../engines/page/surface'
import { notify } from '../../../workbench/toast'
import { awaitField } from '../../../workbench/typing-ahead'
import { LinkForm } from './LinkForm'
import { openLink } from './open-link'
import { words } from './words'

/** Asks where the chosen words, or the link that the caret is in, lead. */
export function askForLink(surface: PageSurface, page: ContentPath): void {
  const { state } = surface
  const range = state && linkRange(state)
  if (!range) return
  const text = wordsOfRange(state, range)
  const { content } = state.doc.slice(range.from, range.to)
  awaitField()
  const close = () => modals.close(id)
  const id = modals.open({
    title: text === null && range.to - range.from === 1 ? words.linkOfPicture : words.link,
    onClose: () => surface.focus(),
    children: (
      <LinkForm
        page={page}
        href={range.href}
        text={text}
        onDone={(request) => {
          close()
          // somebody else may have changed the page meanwhile: the words are where they were, or it is told
          const now = surface.state
          const isThere =
            now !== null &&
            range.to <= now.doc.content.size &&
            now.doc.slice(range.from, range.to).content.eq(content)
          if (isThere) surface.run(setLink(range, request))
          else notify(words.movedMeanwhile)
        }}
        onOpen={(href) => {
          close()
          openLink(href, page, surface)
        }}
        onCancel={close}
      />
    )
  })
}
