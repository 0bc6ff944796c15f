import { Anchor, Button, CopyButton, Loader } from '@mantine/core'
import type { SyncRemote } from '../../../../../common/sync'
import { sentenceOf } from '../../../api'
import { desktop } from '../../../workbench/bridge'
import { notifyFailure } from '../../../workbench/toast'
import { sync } from '../../../api/sync'
import { hostOf } from './words'
import classes from './sign-in.module.css'

/** While the person signs in somewhere else. Nothing for a remote that waits for nobody. */
export function WaitingForBrowser({ remote }: { readonly remote: SyncRemote | undefined }) {
  const address = remote?.signIn?.address
  if (!remote?.signIn || !address) return null
  const { id } = remote
  const act = (title: string, work: Promise<unknown>) =>
    void work.catch((error: unknown) => notifyFailure(title, sentenceOf(error)))
  return (
    <section className={classes.waiting} aria-label={`Signing in at ${hostOf(remote.signIn.issuer)}`}>
      <Loader size={18} aria-hidden="true" />
      <div>
        <b role="status">Go on in your browser</b>
        <p>
          {desktop() ? (
            <>
              Sign in at {hostOf(remote.signIn.issuer)}, on the page that has opened. Galley goes on by itself
              when you are done.
            </>
          ) : (
            <>
              <Anchor href={address} target="_blank" rel="noreferrer" inherit>
                Open the page of {hostOf(remote.signIn.issuer)}
              </Anchor>{' '}
              and sign in there, on the computer that Galley runs on.
            </>
          )}
        </p>
        <div className={classes.buttons}>
          {desktop() && (
            <Button
              variant="default"
              size="compact-sm"
              onClick={() => act('The page could not be opened', sync.signIn(id))}
            >
              Open the page again
            </Button>
          )}
          <CopyButton value={address}>
            {({ copied, copy }) => (
              <Button variant="default" size="compact-sm" onClick={copy}>
                {copied ? 'Copied' : 'Copy its address'}
              </Button>
            )}
          </CopyButton>
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            onClick={() => act('The sign-in could not be cancelled', sync.signOut(id))}
          >
            Cancel
          </Button>
        </div>
      </div>
    </section>
  )
}
