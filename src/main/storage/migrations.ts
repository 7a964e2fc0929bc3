/**
 * The schema, one step a version. A step that has shipped is never edited; a change is a new step.
 *
 * The grades of an attempt stand in its row, null until it is graded. In `verdicts` the n-th character is that of the run's n-th
 * grader: p passed, f failed, n not graded, - where the grader does not apply. In `scores` the n-th
 * double (little-endian) is its score, NaN where there is none. `notes` is a JSON array of
 * `[n, reason, details]` for the graders that said more.
 */
export const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE outputs (
    id INTEGER PRIMARY KEY,
    hash TEXT NOT NULL UNIQUE,
    text NOT NULL
  );
  CREATE TABLE runs (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    command TEXT NOT NULL CHECK (command IN ('run', 'grade')),
    suite_file TEXT NOT NULL,
    suite_title TEXT NOT NULL,
    suite_hash TEXT NOT NULL,
    selection TEXT NOT NULL,
    started_at TEXT NOT NULL,
    ended_at TEXT,
    process_id INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('running', 'complete', 'incomplete', 'interrupted')),
    summary TEXT
  );
  CREATE INDEX runs_by_suite ON runs (suite_file, id);
  CREATE TABLE run_graders (
    run_id INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    name TEXT NOT NULL,
    kind TEXT NOT NULL,
    hash TEXT NOT NULL,
    PRIMARY KEY (run_id, position)
  ) WITHOUT ROWID;
  CREATE TABLE attempts (
    id INTEGER PRIMARY KEY,
    run_id INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    case_id TEXT NOT NULL,
    prompt TEXT NOT NULL,
    device TEXT NOT NULL,
    attempt INTEGER NOT NULL,
    output_id INTEGER REFERENCES outputs (id),
    error_kind TEXT,
    prompt_hash TEXT,
    facts TEXT,
    verdicts TEXT,
    scores BLOB,
    notes TEXT,
    UNIQUE (run_id, case_id, prompt, device, attempt)
  );
  CREATE INDEX attempts_by_output ON attempts (output_id);
  CREATE TABLE embeddings (
    fingerprint TEXT NOT NULL,
    text_hash TEXT NOT NULL,
    vector BLOB NOT NULL,
    windows INTEGER NOT NULL,
    PRIMARY KEY (fingerprint, text_hash)
  ) WITHOUT ROWID;
  `,
]
