import { IconLock } from '@tabler/icons-react'
import { Strip } from '../Banner'
import { refusalOf, type Rights } from './rights'

interface RightsStripProps {
  readonly rights: Rights | null
  /** What may be read only: “document”, “schema”. */
  readonly what: string
}

/** Says that this person may look and not change, and whom to ask. */
export function RightsStrip({ rights, what }: RightsStripProps) {
  if (rights === null || rights.mayWrite) return null
  return <Strip tone="calm" icon={<IconLock size={16} />} text={refusalOf(rights, what)} />
}
