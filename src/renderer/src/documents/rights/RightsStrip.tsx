import { IconLock } from '@tabler/icons-react'
import type { ContentPath } from '../../../../common/content/paths'
import { AskForAccess } from '../asking/AskForAccess'
import { Strip } from '../Strip'
import { refusalOf, whomToAsk, type Rights } from './rights'

interface RightsStripProps {
  readonly path: ContentPath
  readonly rights: Rights | null
  /** What may be read only: “document”, “schema”. */
  readonly what: string
}

/** Says that this person may look and not change, whom to ask, and lets them ask here (A13). */
export function RightsStrip({ path, rights, what }: RightsStripProps) {
  if (rights === null || rights.mayWrite) return null
  const text = rights.mayRead ? refusalOf(rights, what) : lostWords(rights, what)
  return (
    <Strip tone={rights.mayRead ? 'calm' : 'warn'} icon={<IconLock size={16} />} text={text}>
      <AskForAccess path={path} rights={rights} />
    </Strip>
  )
}

/** Of what was opened while it might be read. */
const lostWords = (rights: Rights, what: string): string =>
  `You may not read this ${what} any more. It is shown as you saw it last: what others write does not come here, and nothing that you write is saved. You can copy your words from it. ${whomToAsk(rights)}`
