import { failureOf, type Failure } from './messages'

/** Work that is kept in a thread of its own: a table of calls, each with one input. */
export type Calls<I, O extends Outputs<I>> = { readonly [Name in keyof I]: (input: I[Name]) => O[Name] }

/** What comes of each call. */
export type Outputs<I> = { readonly [Name in keyof I]: unknown }

/** What each call of an engine is given, and what it gives. */
export type InputsOf<Engine> = {
  readonly [Name in keyof Engine]: Engine[Name] extends (input: infer Input) => unknown ? Input : never
}
export type OutputsOf<Engine> = {
  readonly [Name in keyof Engine]: Engine[Name] extends (input: never) => infer Output ? Output : never
}

/** A question to the thread, and what it answers. */
export interface Call<I, Name extends keyof I = keyof I> {
  readonly id: number
  readonly name: Name
  readonly input: I[Name]
}

export type Answered<Output = unknown> =
  { readonly id: number; readonly output: Output } | { readonly id: number; readonly failure: Failure }

export function callEngine<I, O extends Outputs<I>, Name extends keyof I>(
  engine: Calls<I, O>,
  name: Name,
  input: I[Name]
): O[Name] {
  return engine[name](input)
}

/** What the program of the thread says to a call. @param engine is opened with the first */
export function answerTo<I, O extends Outputs<I>, Name extends keyof I>(
  engine: () => Calls<I, O>,
  { id, name, input }: Call<I, Name>
): Answered<O[Name]> {
  try {
    return { id, output: callEngine(engine(), name, input) }
  } catch (error) {
    return { id, failure: failureOf(error) }
  }
}
