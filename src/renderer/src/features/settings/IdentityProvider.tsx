import { Button, Group, TextInput } from '@mantine/core'
import { useEffect, useState, type FormEvent } from 'react'
import { api, sentenceOf } from '../../api'
import { notify } from '../../workbench/toast'
import classes from './SettingsDialog.module.css'

/** Whose JWTs are believed over HTTP (A2). */
export function IdentityProvider() {
  const [issuer, setIssuer] = useState('')
  const [audience, setAudience] = useState('')
  const [groupsClaim, setGroupsClaim] = useState('')
  const [clientId, setClientId] = useState('')
  const [scope, setScope] = useState('')
  const [known, setKnown] = useState<boolean | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    api.identityProvider().then(
      (setting) => {
        setIssuer(setting?.issuer ?? '')
        setAudience(setting?.audience ?? '')
        setGroupsClaim(setting?.groupsClaim ?? '')
        setClientId(setting?.clientId ?? '')
        setScope(setting?.scope ?? '')
        setKnown(setting !== null)
      },
      (error: unknown) => setProblem(sentenceOf(error))
    )
  }, [])
  const save = async (on: boolean) => {
    if (on && !isWebAddress(issuer.trim())) {
      setProblem('The issuer is a web address that begins with https://.')
      return
    }
    const claim = groupsClaim.trim() === '' ? {} : { groupsClaim: groupsClaim.trim() }
    const client = clientId.trim() === '' ? {} : { clientId: clientId.trim() }
    const scopes = scope.trim() === '' ? {} : { scope: scope.trim() }
    try {
      await api.setIdentityProvider(
        on ? { issuer: issuer.trim(), audience: audience.trim(), ...claim, ...client, ...scopes } : null
      )
      setKnown(on)
      setProblem(null)
      notify(on ? 'The identity provider is saved.' : 'Only Galley’s own tokens are believed now.')
      if (on) return
      setIssuer('')
      setAudience('')
      setGroupsClaim('')
      setClientId('')
      setScope('')
    } catch (error) {
      setProblem(sentenceOf(error))
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save(true)
  }
  return (
    <form className={classes.section} aria-labelledby="provider-heading" noValidate onSubmit={submit}>
      <h2 id="provider-heading">Identity provider</h2>
      <p className={classes.note}>
        Besides Galley’s own tokens, JWTs of this OpenID provider are believed. Its keys are fetched when the
        first one comes.
      </p>
      <TextInput
        label="Issuer"
        placeholder="https://login.example.com"
        value={issuer}
        onChange={(event) => setIssuer(event.currentTarget.value)}
      />
      <div className={classes.two}>
        <TextInput
          label="Audience"
          value={audience}
          onChange={(event) => setAudience(event.currentTarget.value)}
        />
        <TextInput
          label="Claim with the groups"
          placeholder="groups"
          value={groupsClaim}
          onChange={(event) => setGroupsClaim(event.currentTarget.value)}
        />
      </div>
      <p className={classes.note}>
        So that people can sign in from their own Galley to sync with this one, register Galley there as a
        native app with the redirect address http://127.0.0.1/signed-in, and give its client ID.
      </p>
      <div className={classes.two}>
        <TextInput
          label="Client ID"
          value={clientId}
          onChange={(event) => setClientId(event.currentTarget.value)}
        />
        <TextInput
          label="Scopes beside the usual ones"
          value={scope}
          onChange={(event) => setScope(event.currentTarget.value)}
        />
      </div>
      {problem && <p role="alert">{problem}</p>}
      <Group justify="flex-end" gap={8}>
        {known === true && (
          <Button variant="default" onClick={() => void save(false)}>
            Remove
          </Button>
        )}
        <Button type="submit" disabled={known === null || issuer.trim() === '' || audience.trim() === ''}>
          Save
        </Button>
      </Group>
    </form>
  )
}

/** The service allows plain http for this machine only, and says so. */
function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^\s/]/i.test(text)
}
