import { Button } from '@mantine/core'
import { IconFileOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { nameOf, type ContentPath } from '../../../common/content/paths'
import { closeTab } from '../workbench/workbench'
import { State } from '../components/State'
import { bringBack } from '.'

interface GoneStateProps {
  readonly path: ContentPath
  /** What else there is to know of it. */
  readonly children?: ReactNode
}

/** In place of a file that is not there any more: the way back, or out. */
export function GoneState({ path, children }: GoneStateProps) {
  return (
    <State
      icon={<IconFileOff size={20} />}
      title={`${nameOf(path)} is not there any more`}
      actions={
        <>
          <Button onClick={() => void bringBack(path)}>Restore from the trash</Button>
          <Button variant="default" onClick={() => closeTab(`document:${path}`)}>
            Close the tab
          </Button>
        </>
      }
    >
      It was moved or deleted. Deleted files wait in the trash, with their history.
      {children}
    </State>
  )
}
