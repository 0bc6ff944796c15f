import { Button, NativeSelect } from '@mantine/core'
import { modals } from '@mantine/modals'
import type { SyncRemote } from '../../../../../common/sync'
import { sentenceOf } from '../../../api'
import { notifyFailure } from '../../../workbench/toast'
import { sync } from '../../../api/sync'
import { keptWords, signedInWords, untilWords } from './words'
import classes from './sign-in.module.css'

interface ServerChoiceProps {
  readonly remotes: readonly SyncRemote[]
  /** Empty for another one. */
  readonly value: string
  readonly onChange: (id: string) => void
  readonly onRemoved: () => void
}

/** One of the servers that this workspace knows, or another one. */
export function ServerChoice({ remotes, value, onChange, onRemoved }: ServerChoiceProps) {
  const chosen = remotes.find(({ id }) => id === value)
  return (
    <div className={classes.access}>
      <NativeSelect
        label="Server"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        data={[
          ...remotes.map(({ id, name, base }) => ({ value: id, label: `${name} (${base})` })),
          { value: '', label: 'Another server…' }
        ]}
      />
      {chosen && (
        <div className={classes.line}>
          <p>{signInWords(chosen)}</p>
          <Button variant="subtle" color="gray" size="compact-sm" onClick={() => remove(chosen, onRemoved)}>
            Forget this server…
          </Button>
        </div>
      )}
    </div>
  )
}

function signInWords({ signIn, kept, hasToken }: SyncRemote): string {
  if (signIn && hasToken) return `${signedInWords(signIn)}, ${untilWords(signIn)}.`
  if (signIn) return 'You sign in when you connect.'
  return hasToken ? `Its token is kept ${keptWords(kept)}.` : 'It has no token.'
}

function remove(remote: SyncRemote, onRemoved: () => void): void {
  modals.openConfirmModal({
    title: `Forget ${remote.name}?`,
    children: (
      <p className={classes.provider}>
        Its address, its token or sign-in, and every pair with it are forgotten here. All files stay where
        they are, on both sides.
      </p>
    ),
    labels: { confirm: 'Forget', cancel: 'Cancel' },
    confirmProps: { color: 'red' },
    onConfirm: () =>
      void sync
        .removeRemote(remote.id)
        .then(onRemoved, (error: unknown) => notifyFailure('It could not be forgotten', sentenceOf(error)))
  })
}
