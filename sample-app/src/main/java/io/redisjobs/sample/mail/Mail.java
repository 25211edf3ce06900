package io.redisjobs.sample.mail;

/**
 * A mail of a tenant's campaign.
 *
 * @param campaign the campaign
 * @param tenant whose it is
 * @param number its number in the campaign
 */
public record Mail(String campaign, String tenant, int number) {

}
