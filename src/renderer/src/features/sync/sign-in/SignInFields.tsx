import { PasswordInput, Radio, TextInput } from '@mantine/core'
import type { SignInOffer } from '../../../../../common/sync'
import { hostOf } from './words'
import classes from './sign-in.module.css'

/** What a person gives to get at a server. */
export interface SignInForm {
  readonly method: 'token' | 'sign-in'
  /** The person said which; else the server may. */
  readonly isChosen: boolean
  readonly token: string
  readonly issuer: string
  readonly clientId: string
  readonly audience: string
  readonly scope: string
}

export const emptySignIn: SignInForm = {
  method: 'token',
  isChosen: false,
  token: '',
  issuer: '',
  clientId: '',
  audience: '',
  scope: ''
}

interface SignInFieldsProps {
  readonly form: SignInForm
  readonly onChange: (change: Partial<SignInForm>) => void
  /** What the server says; undefined while nobody has asked it. */
  readonly offer: SignInOffer | undefined
}

/** A pasted token, or a sign-in in the browser; what the server says about that need not be typed. */
export function SignInFields({ form, onChange, offer }: SignInFieldsProps) {
  const isKnown = offer !== null && offer !== undefined && offer.clientId !== null
  return (
    <div className={classes.method}>
      <Radio.Group
        label="How to get in"
        value={form.method}
        onChange={(value) => onChange({ method: value === 'sign-in' ? 'sign-in' : 'token', isChosen: true })}
      >
        <div className={classes.radios}>
          <Radio value="token" label="Paste a token" />
          <Radio value="sign-in" label="Sign in in the browser" />
        </div>
      </Radio.Group>
      {form.method === 'token' && (
        <PasswordInput
          label="Access token"
          description="Kept in the keychain of this computer, or encrypted; where neither can be had, until Galley is closed."
          required
          value={form.token}
          // who is about to paste one has chosen
          onFocus={() => onChange({ isChosen: true })}
          onChange={(event) => onChange({ token: event.currentTarget.value })}
        />
      )}
      {form.method === 'sign-in' && isKnown && (
        <p className={classes.provider}>
          You sign in at <b>{hostOf(offer.issuer)}</b>, where this server sends its people. Galley never sees
          your password, and shows what the sign-in is for before your browser opens.
        </p>
      )}
      {form.method === 'sign-in' && !isKnown && (
        <>
          <p className={classes.provider}>
            {offer === undefined
              ? 'The server is asked where its people sign in.'
              : offer === null
                ? 'This server does not say where its people sign in. Who runs it knows.'
                : 'This server does not say what Galley is registered as. Who runs it knows.'}
          </p>
          <TextInput
            label="Issuer"
            description="The address of the OpenID provider."
            placeholder="https://login.example.com"
            required={offer !== undefined}
            value={form.issuer}
            onChange={(event) => onChange({ issuer: event.currentTarget.value })}
          />
          <TextInput
            label="Client ID"
            description="What Galley is registered as there: a native app with the redirect address http://127.0.0.1/signed-in."
            required={offer !== undefined}
            value={form.clientId}
            onChange={(event) => onChange({ clientId: event.currentTarget.value })}
          />
          <div className={classes.two}>
            <TextInput
              label="Audience"
              description="What the token is made for."
              value={form.audience}
              onChange={(event) => onChange({ audience: event.currentTarget.value })}
            />
            <TextInput
              label="Scopes"
              description="Beside the usual ones."
              value={form.scope}
              onChange={(event) => onChange({ scope: event.currentTarget.value })}
            />
          </div>
        </>
      )}
    </div>
  )
}
