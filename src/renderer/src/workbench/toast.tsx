import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { rememberUndo, undoStep } from './undo'
import classes from './toast.module.css'

export function notify(message: string): void {
  notifications.show({ message, classNames: { root: classes.root ?? '' } })
}

/** Something did not work; `detail` says why and what to do. */
export function notifyFailure(title: string, detail: string): void {
  notifications.show({ title, message: detail, color: 'red', autoClose: 12_000, role: 'alert' })
}

/** Says what was done, with a button that leads on. */
export function notifyWithAction(message: string, action: string, run: () => void): void {
  showWithButton(message, action, run)
}

let shown: string | null = null

/** Says what was done, with a button that takes it back. `edit.undo-last` takes it back as well. */
export function notifyWithUndo(message: string, undo: () => Promise<void>): void {
  const step = { title: message, undo }
  rememberUndo(step)
  if (shown) notifications.hide(shown)
  shown = showWithButton(message, 'Undo', () => void undoStep(step))
}

/** @returns the id of the message, to take it away */
function showWithButton(message: string, action: string, run: () => void): string {
  const id = notifications.show({
    classNames: { root: classes.root ?? '' },
    message: (
      <div className={classes.line}>
        <span>{message}</span>
        <Button
          className={classes.action ?? ''}
          variant="subtle"
          size="compact-xs"
          onClick={() => {
            notifications.hide(id)
            run()
          }}
        >
          {action}
        </Button>
      </div>
    )
  })
  return id
}
