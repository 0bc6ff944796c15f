import { Button, CloseButton } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { hasVersions } from '../../../../common/formats/files'
import { nameOf, splitName } from '../../../../common/content/paths'
import { useStore } from '../../state/store'
import type { DocumentSession } from '../session'
import { Strip } from '../Strip'
import { compareWithSeen, visitOf } from './visit'

/** Says who has changed the document since one was in it last, and shows what. */
export function SinceStrip({ session }: { readonly session: DocumentSession }) {
  const { news } = visitOf(session)
  const words = useStore(news)
  if (words === null) return null
  return (
    <Strip tone="calm" icon={<IconHistory size={16} />} text={words}>
      {hasVersions(splitName(nameOf(session.path)).ext) && (
        <Button variant="subtle" onClick={() => void compareWithSeen(session.path)}>
          Show what changed
        </Button>
      )}
      <CloseButton size="sm" aria-label="Dismiss" onClick={() => news.set(null)} />
    </Strip>
  )
}
