import { Button } from '@mantine/core'
import { IconEyeOff } from '@tabler/icons-react'
import type { Problem } from '../../../../common/checks/problem'
import type { ContentPath } from '../../../../common/content/paths'
import { goTo } from '../../documents/go-to'
import classes from './Preview.module.css'

interface UnseenNoteProps {
  readonly path: ContentPath
  readonly unseen: readonly Problem[]
}

/** Above a preview: what is in the page and reaches no reader, and the way to it. */
export function UnseenNote({ path, unseen }: UnseenNoteProps) {
  const [first] = unseen
  if (!first) return null
  const more = unseen.length - 1
  return (
    <div className={classes.unseen} role="note">
      <IconEyeOff size={16} aria-hidden="true" />
      <p>
        {first.message}
        {more > 0 && ` And ${more === 1 ? 'one more place' : `${more} more places`}.`}
      </p>
      <Button variant="default" size="compact-xs" onClick={() => goTo(path, first)}>
        Go to it
      </Button>
    </div>
  )
}
