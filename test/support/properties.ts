import fc from 'fast-check'

/**
 * Property tests of one seed: every run tries the same values, so what fails once fails always. `GALLEY_SEED=<n>` tries others;
 * fast-check prints the seed of what it finds.
 */
fc.configureGlobal({ seed: Number(process.env['GALLEY_SEED'] ?? 20261121) })

export { default as fc } from 'fast-check'
