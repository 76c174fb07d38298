/** US dollars without taxes and free tiers: list prices of one region, in which others differ by some tenths. */
export const PRICES = {
  region: 'us-east-1',
  asOf: '2025',
  /** AWS Step Functions: a transition of a standard workflow. */
  transition: 0.000_025,
  /** AWS Lambda: an invocation, and a second of a function with a gigabyte of memory on Arm. */
  invocation: 0.000_000_2,
  gigabyteSecond: 0.000_013_333_4,
  /** Amazon DynamoDB on demand: a unit of writing (1 KB) and one of reading consistently (4 KB). */
  writeUnit: 0.000_000_625,
  readUnit: 0.000_000_125,
  /** Amazon S3: an object that is written, and one that is read. */
  put: 0.000_005,
  get: 0.000_000_4,
  /** Amazon CloudWatch: a gigabyte of logs, and what stands for a month: an alarm's number, a number, a dashboard; and a key of KMS. */
  logGigabyte: 0.5,
  alarmNumber: 0.1,
  metric: 0.3,
  dashboard: 3,
  key: 1,
} as const;
