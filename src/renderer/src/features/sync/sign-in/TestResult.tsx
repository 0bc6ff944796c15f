import { Alert } from '@mantine/core'
import type { SyncTest } from '../../../../../common/sync'
import classes from './sign-in.module.css'

/** What a connection test found, each with what to do; what is wrong comes first. */
export function TestResult({ test }: { readonly test: SyncTest }) {
  const warns = test.looks.some(({ warning }) => warning)
  if (test.ok && !warns)
    return (
      <p className={classes.good} role="status">
        <b>The connection works.</b> {test.looks.map(({ message }) => message).join(' ')}
      </p>
    )
  const isGood = ({ ok, warning }: SyncTest['looks'][number]) => ok && !warning
  const looks = [...test.looks.filter((one) => !isGood(one)), ...test.looks.filter(isGood)]
  return (
    <Alert
      ref={show}
      color={test.ok ? 'yellow' : 'red'}
      role={test.ok ? 'status' : 'alert'}
      title={test.ok ? 'It works, but' : 'This does not work yet'}
    >
      <ul className={classes.looks}>
        {looks.map((look) => (
          <li key={look.what} data-ok={isGood(look)}>
            {look.message}
          </li>
        ))}
      </ul>
    </Alert>
  )
}

/** What comes below a long form is brought into view. */
export function show(element: HTMLElement | null): void {
  // there is none in a document without layout
  element?.scrollIntoView?.({ block: 'nearest' })
}
