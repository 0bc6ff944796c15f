import { Loader } from '@mantine/core'
import { useEffect, useState } from 'react'
import classes from './Waiting.module.css'

/** Nothing for a moment, so that quick answers do not flash; then says what is being opened. */
export function Waiting({ what }: { readonly what: string }) {
  const [long, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), 250)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className={classes.waiting} role="status" aria-busy="true">
      {long && (
        <>
          <Loader size="sm" aria-hidden="true" /> Opening {what}…
        </>
      )}
    </div>
  )
}
