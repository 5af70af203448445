import * as v from 'valibot';
import { text } from '../../kernel/index.ts';

/** Bodies and answers of the endpoints that are neither query nor command. */
export const LoginRequestSchema = v.object({
  instance: v.optional(text(300), ''),
  username: v.pipe(text(200), v.trim(), v.toLowerCase()),
  password: text(1000),
  twoFactorAuthenticationCode: v.optional(v.nullable(text(20)), ''),
});
export type LoginRequest = v.InferInput<typeof LoginRequestSchema>;

/** `authToken` and `accessToken` are the same bearer token; both are empty where a cookie was set. */
export const LoginAnswerSchema = v.object({
  success: v.boolean(),
  authToken: v.string(),
  accessToken: v.string(),
  csrfToken: v.string(),
});
export type LoginAnswer = v.InferOutput<typeof LoginAnswerSchema>;

export const LogoutRequestSchema = v.object({
  instance: v.optional(text(300), ''),
  username: v.optional(text(200), ''),
});

export const TwoFactorAnswerSchema = v.object({ twoFactorAuthenticationIsEnabled: v.boolean() });

/** What an instance says of itself to anybody: the existence check. */
export const InstanceInfoSchema = v.object({ name: v.string(), title: v.string(), version: v.string() });
export type InstanceInfo = v.InferOutput<typeof InstanceInfoSchema>;

/** Served beside the web app: on which domains a typed instance name is tried. */
export const ClientConfigurationSchema = v.object({ instanceDomains: v.array(v.string()), version: v.string() });
export type ClientConfiguration = v.InferOutput<typeof ClientConfigurationSchema>;

/** Where and as whom the real-time channel is opened; one ticket a connection. */
export const PongConfigurationSchema = v.object({
  pongHost: v.optional(v.string()),
  port: v.optional(v.number()),
  username: v.optional(v.string()),
  password: v.optional(v.string()),
  vhost: v.optional(v.string()),
});
export type PongConfiguration = v.InferOutput<typeof PongConfigurationSchema>;
