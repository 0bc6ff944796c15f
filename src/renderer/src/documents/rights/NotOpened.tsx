import { IconAlertTriangle, IconLock } from '@tabler/icons-react'
import { nameOf, type ContentPath } from '../../../../common/content/paths'
import { State } from '../../components/State'
import { AskForAccess } from '../asking/AskForAccess'
import { useRights } from './rights'

interface NotOpenedProps {
  readonly path: ContentPath
  readonly why: string
  /** This person may not read it: no fault, and they may ask for it. */
  readonly isRefused: boolean
  readonly onAgain: () => void
}

/** In the place of a file that could not be opened. */
export function NotOpened({ path, why, isRefused, onAgain }: NotOpenedProps) {
  const rights = useRights(path)
  return (
    <State
      tone={isRefused ? 'calm' : 'bad'}
      icon={isRefused ? <IconLock size={20} /> : <IconAlertTriangle size={20} />}
      title={`${nameOf(path)} could not be opened`}
      onAgain={onAgain}
      actions={isRefused && <AskForAccess path={path} rights={rights} />}
    >
      {why}
    </State>
  )
}
