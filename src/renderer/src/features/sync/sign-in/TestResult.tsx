import { Alert } from '@mantine/core'
import type { SyncTest } from '../../../../../common/sync'
import classes from './sign-in.module.css'

/** What a connection test found, each with what to do. */
export function TestResult({ test }: { readonly test: SyncTest }) {
  const warns = test.looks.some(({ warning }) => warning)
  const [color, title] = !test.ok
    ? (['red', 'This does not work yet'] as const)
    : warns
      ? (['yellow', 'It works, but'] as const)
      : (['green', 'The connection works'] as const)
  const shown = test.ok && warns ? test.looks.filter(({ warning }) => warning) : test.looks
  return (
    <Alert color={color} role={test.ok ? 'status' : 'alert'} title={title}>
      <ul className={classes.looks}>
        {shown.map(({ what, ok, warning, message }) => (
          <li key={what} data-ok={ok && !warning}>
            {message}
          </li>
        ))}
      </ul>
    </Alert>
  )
}
