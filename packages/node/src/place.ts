/** Which app, of which service. */
export interface Place {
  readonly appId: string;
  readonly apiUrl: string;
}

/**
 * Tells it at a call, not before.
 * @throws ServiceError `invalid_app_id`, `invalid_api_url`
 */
export type GetPlace = () => Place;
